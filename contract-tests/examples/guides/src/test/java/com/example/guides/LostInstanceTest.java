package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class LostInstanceTest {

    private static final RentalPlan PLAN = RentalPlan.builder()
            .podUuid("pod-comfyui")
            .gpus("gpu-rtx-4090")
            .maxLifetime(Duration.ofHours(1))
            .build();

    @Test
    void noticesThatAnInstanceIsGone(GpuCloudClient client, Leases leases, StubClock clock) {
        InstanceLease lease = leases.rent(PLAN);
        client.instances().destroy(lease.instanceUuid()); // as another program would

        clock.advance(Duration.ofMinutes(5));

        assertThat(lease.isOpen()).isFalse();
    }
}
