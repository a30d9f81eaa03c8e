package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.testing.TestClients;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits of a lease until its instance responds. */
class ReachableLeaseTest extends AccountTestBase {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void anInstanceThatRespondsAtOnceIsReachedWithoutAPause() {
        try (Leases leases = TestClients.leases(client)) {
            InstanceLease lease = leases.rent(PLAN);
            Duration before = time.passed();

            lease.awaitReachable(instance -> true, MINUTE);

            assertThat(time.passed()).isEqualTo(before);
        }
    }

    @Test
    void aWaitEndsWhenItsLeaseIsHandedOver(@TempDir Path journal) {
        Leases leases = Leases.of(client, handingOver(journal).build());
        InstanceLease lease = leases.rent(PLAN);
        AtomicInteger probes = new AtomicInteger();

        assertThatThrownBy(() -> lease.awaitReachable(
                        instance -> {
                            if (probes.incrementAndGet() == 3) {
                                leases.close();
                            }
                            return false;
                        },
                        HOUR))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the lease of instance instance-1 is over");

        assertThat(probes).hasValue(3);
        assertThat(account.instances()).containsExactly("instance-1");
    }

    @Test
    void anInstanceThatDoesNotRespondIsNamedWithTheTime() {
        try (Leases leases = TestClients.leases(client)) {
            InstanceLease lease = leases.rent(PLAN);

            assertThatThrownBy(() -> lease.awaitReachable(instance -> false, MINUTE))
                    .isInstanceOf(WaitTimeoutException.class)
                    .hasMessageStartingWith(
                            "instance instance-1 was not reachable within 1 minute; last seen RUNNING (2)");
        }
    }

    @Test
    void aPlanNeedsALifetime() {
        assertThatThrownBy(() -> RentalPlan.builder().podUuid("pod").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxLifetime must be set");
    }
}
