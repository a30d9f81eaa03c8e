package io.gpucloud.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.testing.StubFault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Two replicas of a service that rent in one account and lose responses. The number of rentals is the system property
 * {@code lease.replicas}; {@code lease.seed} decides which replica goes on at each pause and call.
 */
class ReplicasTest extends LeaseTestBase {

    private static final int RENTALS = Integer.getInteger("lease.replicas", 40);
    private static final long SEED = Long.getLong("lease.seed", 1);
    private static final LeaseOptions OPTIONS = LeaseOptions.builder()
            .withoutJournal()
            .owner("service")
            .accountUse(AccountUse.OWNER_TITLES)
            .window(Duration.ofMinutes(1))
            .clockTolerance(Duration.ofSeconds(10))
            .watchInterval(Duration.ZERO)
            .build();

    private final AtomicInteger rented = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    @Test
    void leaveNothingAndTakeNothingFromEachOther() {
        account.stubAccount().takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);
        Stream.of(StubFault.resetAfterEffect(), StubFault.status(500).afterEffect(), StubFault.resetConnection())
                .map(fault -> fault.on("createInstanceByPod").probability(0.1))
                .forEach(account.faults()::set);

        Turns turns = account.time().turns(SEED);
        turns.run(List.of(() -> rent(turns), () -> rent(turns)));

        if (System.getProperty("lease.replicas") != null) {
            System.out.printf("two replicas: %d rentals, %d failed%n", rented.get(), failed.get());
        }
        assertThat(account.instances()).isEmpty();
        assertThat(rented.get()).isPositive();
    }

    private void rent(Turns turns) {
        RentalPlan plan =
                TestAccount.PLAN.toBuilder().createTimeout(TestAccount.HOUR).build();
        try (GpuCloudClient client =
                        account.another().listener(turns.atSomeCalls()).build();
                Leases leases = Leases.of(client, OPTIONS)) {
            for (int i = 0; i < RENTALS / 2; i++) {
                try (InstanceLease lease = leases.rent(plan)) {
                    assertThat(client.instances().find(lease.instanceUuid()))
                            .as("an instance that the other replica has not destroyed")
                            .isPresent();
                    rented.incrementAndGet();
                } catch (GpuCloudException failure) {
                    // For example, the other replica creates instances in each list of the search.
                    failed.incrementAndGet();
                }
            }
        }
    }
}
