package com.example.guides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.StubAccount;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class OutageFileTest {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    @Test
    void outageFromAFile(GpuCloudClient client, StubAccount account) {
        account.seed(Path.of("src/test/resources/outage.json"));
        GpuCloudClient once = client.withOptions(options -> options.maxAttempts(1));
        assertThatThrownBy(() -> once.instances().list()).isInstanceOf(GpuCloudException.class);

        account.clock().advance(Duration.ofMinutes(10));

        assertThat(once.instances().list()).hasSize(1);
        assertThatThrownBy(() -> once.instances().create(SPEC)).isInstanceOf(TransportException.class);
    }
}
