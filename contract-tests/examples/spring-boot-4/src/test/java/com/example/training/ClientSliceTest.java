package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.spring.GpuCloudAutoConfiguration;
import io.gpucloud.testing.GpuCloudStubTest;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubJournal;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

/** The client without the rest of the application. */
@GpuCloudStubTest
@SpringBootTest(classes = GpuCloudAutoConfiguration.class)
class ClientSliceTest {

    @Test
    void waitsWithoutRealTime(@Autowired GpuCloudClient client, @Autowired StubJournal journal) {
        String id = client.instances()
                .create(InstanceSpec.builder()
                        .podUuid("pod-comfyui")
                        .gpuUuid("gpu-rtx-4090")
                        .build())
                .instanceUuid();

        client.instances().waitUntilRunning(id);

        assertThat(journal.requests(Operations.CREATE_INSTANCE_BY_POD)).hasSize(1);
    }
}
