package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes with one journal. */
class SiblingsTest extends AccountTestBase {

    private static final RentalPlan JOB = PLAN.toBuilder().tag("job-5529").build();

    @TempDir
    private Path journal;

    @AutoClose
    private final GpuCloudClient other = TestClients.connect(server, time);

    private LeaseOptions.Builder options() {
        return handingOver(journal).uniqueTags(true);
    }

    /** One rents, and the other one is asked for the same job before the response. */
    @Test
    void reserveATagBeforeTheCreateRequest() {
        List<Throwable> rejected = new ArrayList<>();
        try (Leases sibling = Leases.of(other, options().build())) {
            LeaseOptions options = options()
                    .listener(at(
                            LeaseEvent.Type.CREATING,
                            () -> rejected.add(catchThrowableOfType(TagInUseException.class, () -> sibling.rent(JOB)))))
                    .build();
            try (Leases leases = Leases.of(client, options)) {
                leases.rent(JOB);

                assertThat(rejected).hasSize(1).doesNotContainNull();
                assertThatThrownBy(() -> sibling.rent(JOB)).isInstanceOf(TagInUseException.class);
                leases.openLeases().get(0).close();
                sibling.rent(JOB).close();
            }
        }
        assertThat(account.requests("create_by_pod")).isEqualTo(2);
    }

    @Test
    void adoptNoInstanceOfEachOther() {
        try (Leases sibling = Leases.of(other, options().build());
                Leases leases = Leases.of(client, options().build())) {
            String instance = sibling.rent(PLAN).instanceUuid();

            assertThatThrownBy(() -> leases.adopt(instance, HOUR))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("belongs to an open lease");
        }
    }

    @Test
    void goOnWithTheCostOfALeaseThatIsHandedOver() {
        Instant since;
        try (Leases leases = Leases.of(client, options().build())) {
            since = leases.rent(PLAN).cost().since();
        }
        for (int i = 0; i < 2; i++) {
            pass(Duration.ofMinutes(10));
            try (Leases next = Leases.of(other, options().build())) {
                assertThat(next.openLeases())
                        .singleElement()
                        .satisfies(lease -> assertThat(lease.cost().since()).isEqualTo(since));
            }
        }
    }

    /** The documented remedy for a request in doubt. */
    @Test
    void adoptACandidateUnderTheLimitThatItsDoubtHasReached() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());
        try (Leases leases = Leases.of(client, options().maxOpenLeases(1).build())) {
            CreationOutcomeUnknownException unknown =
                    catchThrowableOfType(CreationOutcomeUnknownException.class, () -> leases.rent(PLAN));
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(SpendingLimitException.class);

            String candidate = unknown.candidates().get(0).instanceUuid();
            leases.adopt(candidate, HOUR).close();
            leases.rent(PLAN).close();
        }
        assertThat(account.instances()).isEmpty();
    }
}
