package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The costs of a lease and of an account differ as the documentation says. */
@ExtendWith(GpuCloudStubExtension.class)
class CostsOfALeaseIT {

    /** 1.98 per hour. */
    private static final RentalPlan PLAN = RentalPlan.builder()
            .podUuid("pod-comfyui")
            .gpus("gpu-rtx-4090")
            .maxLifetime(Duration.ofHours(3))
            .build();

    @Test
    void includeUpToTheWindowOfTheBoot(StubAccount account, StubClock clock, GpuCloudClient client, Leases leases)
            throws InterruptedException {
        account.takesTime(Duration.ofMinutes(30), Duration.ZERO, Duration.ZERO);

        BigDecimal lease = costOfTwoHours(clock, client, leases);

        assertThat(account.spent()).isEqualByComparingTo("3.96");
        // Up to the window of 2 minutes, and the pause between two lists.
        assertThat(lease).isBetween(new BigDecimal("3.97"), new BigDecimal("4.04"));
    }

    @Test
    void areThoseOfTheAccountIfTheBootTakesNoTime(
            StubAccount account, StubClock clock, GpuCloudClient client, Leases leases) throws InterruptedException {
        account.takesTime(Duration.ZERO, Duration.ZERO, Duration.ZERO);

        BigDecimal lease = costOfTwoHours(clock, client, leases);

        assertThat(lease).isEqualByComparingTo(account.spent()).isEqualByComparingTo("3.96");
    }

    private static BigDecimal costOfTwoHours(StubClock clock, GpuCloudClient client, Leases leases)
            throws InterruptedException {
        clock.freeze();
        InstanceLease lease = leases.rent(PLAN);
        client.timer().sleep(Duration.ofHours(2));
        lease.close();
        return lease.cost().billed().orElseThrow();
    }
}
