package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class NightlyTrainingTest {

    @Test
    void isStoppedByItsTimer(GpuCloudClient client, StubClock clock) {
        String id = client.instances()
                .create(InstanceSpec.builder()
                        .podUuid("pod-comfyui")
                        .gpuUuid("gpu-rtx-4090")
                        .build())
                .instanceUuid();
        client.instances().waitUntilRunning(id);
        client.instances().scheduleShutdown(id, Duration.ofHours(8));

        clock.advance(Duration.ofHours(9));

        assertThat(client.instances().get(id).isShutDown()).isTrue();
    }
}
