package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The log and the statistics of leases. */
// Each test sets the level of the same logger, and restores it.
@Execution(ExecutionMode.SAME_THREAD)
class LeaseStatisticsTest extends AccountTestBase {

    @AutoClose
    private final CapturedLog log = new CapturedLog("io.gpucloud.client.lease", Level.INFO);

    private void assertInfo(String text) {
        assertThat(log.messages(Level.INFO, "")).anyMatch(message -> message.contains(text));
    }

    private static LeaseStatistics statistics(int open, BigDecimal perHour, long inDoubt, long notDestroyed) {
        return new LeaseStatistics(open, perHour, perHour, inDoubt, notDestroyed, 0, 0, 0, 0, null, null);
    }

    @Test
    void nameModelPriceAndEndOfARentalAndItsDestruction() {
        try (Leases leases = TestClients.leases(client)) {
            InstanceLease first = leases.rent(PLAN);
            InstanceLease second =
                    leases.rent(PLAN.toBuilder().gpus("gpu-2").gpuCount(2).build());

            assertInfo("instance instance-1: the instance runs until 2026-01-01T01:00:00Z, for at most 1 an hour, 1");
            assertInfo("instance instance-2: the instance runs until 2026-01-01T01:00:05Z, for at most 4 an hour, 4");
            assertThat(leases.statistics()).isEqualTo(statistics(2, BigDecimal.valueOf(5), 0, 0));

            first.close();
            second.keep();
            assertInfo("instance instance-1: the instance is destroyed");
            assertThat(leases.statistics()).isEqualTo(statistics(0, BigDecimal.ZERO, 0, 0));
        }
    }

    @Test
    void doNotNeedThePrice() {
        account.failing("gpu/list", 1, Reply.json(500, "{}"));

        try (Leases leases = TestClients.leases(client)) {
            leases.rent(PLAN);

            assertInfo("instance instance-1: the instance runs until 2026-01-01T01:00:00Z, at an unknown price");
            assertThat(leases.statistics()).isEqualTo(statistics(1, BigDecimal.ZERO, 0, 0));
        }
        assertThat(account.instances()).isEmpty();
    }

    @Test
    void countWhatIsNotDestroyed() {
        account.failing("destroy", 1000, Reply.json(500, "{}"));
        Leases leases = TestClients.leases(client);
        InstanceLease lease = leases.rent(PLAN);

        assertThatThrownBy(lease::close).isInstanceOf(InstanceNotDestroyedException.class);

        assertThat(leases.statistics()).isEqualTo(statistics(1, BigDecimal.ONE, 0, 1));
        assertThat(log.messages(Level.ERROR, "instance-1 may still be there")).isNotEmpty();
    }

    @Test
    void countWhatIsInDoubt() {
        account.failingAfterEffect("create_by_pod", 1, Reply.reset());

        try (Leases leases = TestClients.leases(client)) {
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);

            assertThat(leases.statistics()).isEqualTo(statistics(0, BigDecimal.ZERO, 1, 0));
        }
        assertThat(log.messages(Level.ERROR, "may be [instance-1]")).isNotEmpty();
    }

    @Test
    void countWhatIsHandedOverAndRecovered(@TempDir Path journal) {
        Supplier<Leases> start = () -> Leases.of(client, handingOver(journal).build());
        try (Leases leases = start.get()) {
            leases.rent(PLAN);
        }
        assertInfo(
                "instance instance-1: the instance is handed over to the next start, and ends at 2026-01-01T01:00:00Z");

        try (Leases next = start.get()) {
            assertInfo("instance instance-1: leased again until 2026-01-01T01:00:00Z");
            next.openLeases().forEach(InstanceLease::close);
            next.recover(found -> RecoveryDecision.DESTROY);
            assertThat(next.statistics().recovered()).isEqualTo(1);
        }
    }
}
