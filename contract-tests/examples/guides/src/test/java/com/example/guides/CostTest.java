package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import io.gpucloud.testing.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class CostTest {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    @Test
    void costsThreeHours(GpuCloudClient client, StubAccount account, StubClock clock) {
        clock.freeze();
        String instance = client.instances().create(SPEC).instanceUuid();
        clock.advance(Duration.ofSeconds(20)); // the boot, which costs nothing
        assertThat(account.running()).isEqualTo(1);
        assertThat(account.hourlyCost()).isEqualByComparingTo("1.98");

        clock.advance(Duration.ofHours(3));
        client.instances().destroy(instance);
        clock.advance(Duration.ofHours(3));

        assertThat(account.running()).isZero();
        assertThat(account.hourlyCost()).isEqualByComparingTo("0");
        assertThat(account.spent()).isEqualByComparingTo("5.94");
        assertThat(client.billing().balance().balance()).isEqualByComparingTo("994.06");
    }
}
