package com.example.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class ShutdownTimerTest {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    @Test
    void shutsTheInstanceDown(GpuCloudClient client, StubClock clock) {
        String id = client.instances().create(SPEC).instanceUuid();
        client.instances().waitUntilRunning(id);
        client.instances().scheduleShutdown(id, Duration.ofHours(8));

        clock.advance(Duration.ofHours(9));

        assertEquals(
                InstanceStatus.SHUT_DOWN,
                client.instances().find(id).orElseThrow().status());
    }
}
