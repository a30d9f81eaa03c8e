package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A gateway responds to a create request with HTTP 429, perhaps after the service has created the instance. */
class RateLimitedCreationTest extends AccountTestBase {

    private static final Reply LIMITED = Reply.json(429, "{}");
    private static final Reply INCOMPLETE = Reply.data("{\"instance_list\":[{}]}");
    /** Does something when the create request is about to be sent. */
    private static LeaseOptions with(LeaseOptions options, Runnable work) {
        return options.toBuilder().listener(at(LeaseEvent.Type.CREATING, work)).build();
    }

    @Test
    void theOnlyUserLeasesTheInstanceThatWasCreated() {
        account.failingAfterEffect("create_by_pod", 1, LIMITED);
        try (Leases leases = Leases.of(client, SOLE)) {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo(firstInstance);
        }
        assertThat(account.requests("create_by_pod")).isEqualTo(1);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void theInstanceIsNamedIfOthersUseTheAccount() {
        account.failingAfterEffect("create_by_pod", 1, LIMITED);
        try (Leases leases = TestClients.leases(client)) {
            assertOutcomeUnknown(catchThrowable(() -> leases.rent(PLAN)), firstInstance);
        }
        assertThat(account.requests("create_by_pod")).isEqualTo(1);
    }

    @Test
    void replicasDestroyTheInstanceAndGoOn() {
        account.failingAfterEffect("create_by_pod", 1, LIMITED);
        try (Leases leases = Leases.of(client, REPLICA)) {
            leases.rent(PLAN);

            assertThat(account.instances()).containsExactly(prefix + 2);
        }
    }

    @Test
    void aRequestWithoutEffectIsSentAgain() {
        account.failing("create_by_pod", 2, LIMITED);
        try (Leases leases = TestClients.leases(client)) {
            leases.rent(PLAN);

            assertThat(time.passed()).isLessThan(Duration.ofMinutes(1));
            assertThat(leases.statistics().inDoubt()).isZero();
        }
        assertThat(account.requests("create_by_pod")).isEqualTo(3);
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anIncompleteListDelaysTheNextRequest() {
        account.failing("create_by_pod", 1, LIMITED);
        LeaseOptions options = with(LeaseOptions.builder().withoutJournal().build(), () -> {
            if (account.requests("create_by_pod") == 0) {
                account.failing("list", 3, INCOMPLETE);
            }
        });
        try (Leases leases = Leases.of(client, options)) {
            leases.rent(PLAN);
        }
        List<String> operations = account.operations();
        int first = operations.indexOf("create_by_pod");
        int second = operations.lastIndexOf("create_by_pod");
        assertThat(operations.subList(first, second)).filteredOn("list"::equals).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void theInstancesOfOthersDelayNothing() {
        account.failing("create_by_pod", 1, LIMITED);
        LeaseOptions options = with(LeaseOptions.builder().withoutJournal().build(), () -> {
            if (account.requests("create_by_pod") == 0) {
                account.foreign("another.01234567: lease");
                account.foreign("a notebook");
            }
        });
        try (Leases leases = Leases.of(client, options)) {
            leases.rent(PLAN);

            assertThat(time.passed()).isLessThan(Duration.ofMinutes(1));
        }
        assertThat(account.instances()).hasSize(2);
    }

    @Test
    void theOnlyUserDestroysAnInstanceThatIsListedLate() {
        account.failingAfterEffect("create_by_pod", 1, LIMITED);
        account.hide(firstInstance);
        try (Leases leases = Leases.of(client, SOLE)) {
            leases.rent(PLAN);
            account.show(firstInstance);
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void anInstanceThatIsListedLateIsNamedIfOthersUseTheAccount() {
        account.failingAfterEffect("create_by_pod", 1, LIMITED);
        account.hide(firstInstance);
        Leases leases = TestClients.leases(client);
        leases.rent(PLAN);
        account.show(firstInstance);

        assertThatThrownBy(leases::close)
                .isInstanceOf(CreationOutcomeUnknownException.class)
                .hasMessageContaining(firstInstance);
    }

    /** The rental ends before it sends another request. */
    @Test
    void theInstanceOfTheLastRequestIsNamed() {
        account.failingAfterEffect("create_by_pod", 1, LIMITED);
        Leases leases = TestClients.leases(client);
        RentalPlan impatient =
                PLAN.toBuilder().createTimeout(Duration.ofSeconds(1)).build();
        assertThatThrownBy(() -> leases.rent(impatient)).isInstanceOf(RateLimitedException.class);

        assertThatThrownBy(leases::close)
                .isInstanceOf(CreationOutcomeUnknownException.class)
                .hasMessageContaining(firstInstance);
    }

    @Test
    void aCallOfTheClientIsNotSentAgain() {
        account.failingAfterEffect("create_by_pod", 1, LIMITED);

        assertThatThrownBy(() -> client.instances().create(TestClients.POD_SPEC))
                .isInstanceOf(RateLimitedException.class);

        assertThat(account.instances()).hasSize(1);
    }

    @Test
    void aCallOfTheClientIsSentAgainIfItsOptionsSaySo() {
        account.failing("create_by_pod", 1, LIMITED);

        client.withOptions(options -> options.retryCreateAfterRateLimit(true))
                .instances()
                .create(TestClients.POD_SPEC);

        assertThat(account.instances()).hasSize(1);
    }
}
