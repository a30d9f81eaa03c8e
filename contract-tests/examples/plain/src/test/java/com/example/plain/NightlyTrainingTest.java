package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.stub.junit.GpuCloudStubExtension;
import io.gpucloud.stub.junit.StubAccount;
import io.gpucloud.stub.junit.StubClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class NightlyTrainingTest {

    @Test
    void isStoppedByItsTimer(StubAccount account, StubClock clock) {
        GpuCloudClient client = GpuCloudClient.forStub(account.baseUrl().toString(), account.apiKey());
        String id = client.instances()
                .createByPod(PodInstanceSpec.of("pod-comfyui", "gpu-rtx-4090"))
                .instanceUuid();
        clock.advance(Duration.ofMinutes(1));
        client.instances().scheduleShutdown(id, clock.now().plus(Duration.ofHours(8)));

        clock.advance(Duration.ofHours(9));

        assertThat(client.instances().find(id).orElseThrow().status()).isEqualTo(InstanceStatus.SHUT_DOWN);
    }
}
