package io.gpucloud.client.lease;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import feign.Client;
import feign.Request;
import feign.Response;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.internal.ServiceTimes;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node of the service has a wrong clock. That of the machine is right, unless a test says otherwise. */
class WrongDateTest extends AccountTestBase {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration WRONG = Duration.ofHours(8);
    private static final RentalPlan JOB =
            PLAN.toBuilder().tag("job-5529").maxLifetime(HOUR.multipliedBy(3)).build();
    private static final SweepCriteria OLD =
            SweepCriteria.olderThan(HOUR).includeTimed().includeOtherOwners();

    private final List<LeaseEvent.Type> events = new CopyOnWriteArrayList<>();
    private volatile Duration ahead = Duration.ZERO;

    @TempDir
    private Path journal;

    /** A program that starts: it has seen no response yet. */
    private GpuCloudClient start() {
        return TestClients.builder(server, time)
                .timer(ServiceTimes.of(time))
                .transport(this::dated)
                .build();
    }

    private Response dated(Request request, Request.Options options) throws IOException {
        Response response = new Client.Default(null, null).execute(request, options);
        Map<String, Collection<String>> headers = new HashMap<>(response.headers());
        headers.put(
                "Date",
                List.of(DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        time.now().plus(ahead).atOffset(ZoneOffset.UTC))));
        return response.toBuilder().headers(headers).build();
    }

    private LeaseOptions.Builder options() {
        return handingOver(journal).listener(event -> events.add(event.type()));
    }

    private LeaseOptions limited() {
        account.withPod();
        return options()
                .onClose(OnClose.DESTROY)
                .spendingLimit(BigDecimal.TEN, HOUR.multipliedBy(2))
                .build();
    }

    @Test
    void aLeaseWithTimeLeftIsNotOverdue() {
        try (GpuCloudClient program = start();
                DefaultLeases leases = DefaultLeases.open(program, options().build())) {
            InstanceLease lease = leases.rent(JOB);
            ahead = WRONG;
            pass(leases, MINUTE);
            ahead = Duration.ZERO;
            pass(leases, MINUTE);

            assertThat(lease.isOpen()).isTrue();
            assertThat(events).doesNotContain(LeaseEvent.Type.OVERDUE);
        }
    }

    @Test
    void aHandOverSurvivesAWrongDateAtEachStart() {
        try (GpuCloudClient program = start();
                Leases leases = Leases.of(program, options().build())) {
            leases.rent(JOB);
        }
        for (int i = 0; i < 3; i++) {
            ahead = WRONG;
            try (GpuCloudClient program = start();
                    Leases next = Leases.of(program, options().build())) {
                assertThat(next.openLeases()).hasSize(1);
            }
        }
        assertThat(account.instances()).containsExactly(firstInstance);
    }

    @Test
    void aYoungInstanceIsNotSwept() {
        account.foreign("theirs");
        ahead = WRONG;
        try (GpuCloudClient program = start();
                Leases leases = Leases.of(program, options().build())) {
            assertThat(leases.sweep(OLD).found()).isEmpty();
        }
    }

    /** The clock of the machine is wrong, and that of the service is right. */
    @Test
    void responsesThatAgreeForAMinuteAreBelieved() {
        account.foreign("theirs");
        pass(HOUR.multipliedBy(2));
        ahead = WRONG;
        try (GpuCloudClient program = start();
                Leases leases = Leases.of(program, options().build())) {
            assertThat(leases.sweep(OLD).found()).as("one response").isEmpty();
            pass(MINUTE);
            assertThat(leases.sweep(OLD).found()).as("two responses").isEmpty();
            pass(Duration.ofSeconds(1));
            assertThat(leases.sweep(OLD).found()).hasSize(1);
        }
    }

    @Test
    void whatWasSpentIsNotForgotten() {
        LeaseOptions limited = limited();
        try (GpuCloudClient program = start();
                Leases leases = Leases.of(program, limited)) {
            leases.rent(PLAN);
            pass(HOUR);
        }
        BigDecimal spent = BigDecimal.ONE;
        ahead = WRONG;
        try (GpuCloudClient program = start();
                Leases leases = Leases.of(program, limited)) {
            leases.rent(PLAN).close();
            assertThat(requireNonNull(leases.statistics().spending()).spent()).isLessThan(spent);
            ahead = Duration.ZERO;
            program.instances().list();

            assertThat(requireNonNull(leases.statistics().spending()).spent()).isGreaterThanOrEqualTo(spent);
        }
    }

    @Test
    void readingTheSpendingErasesNothing() {
        LeaseOptions limited = limited();
        try (Leases leases = Leases.of(client, limited)) {
            leases.rent(PLAN);
            pass(HOUR);
        }
        try (Leases leases = Leases.of(client, limited)) {
            pass(WRONG);
            assertThat(requireNonNull(leases.statistics().spending()).spent()).isZero();
            time.turnBack(WRONG);

            assertThat(requireNonNull(leases.statistics().spending()).spent()).isPositive();
        }
    }
}
