package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.testing.GpuCloudStubServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class RentTest {

    @Test
    void leavesNothingBehind() {
        try (GpuCloudStubServer stub = GpuCloudStubServer.start("stub.lifecycle.boot=0s")) {
            System.setProperty("gpucloud.base-url", stub.baseUrl().toString());
            System.setProperty("gpucloud.api-key", "demo-key");

            Rent.main(new String[0]);

            try (GpuCloudClient client = GpuCloudClient.fromEnv()) {
                assertThat(client.billing().bills()).isNotEmpty();
                assertThat(client.instances().list()).isEmpty();
            }
        }
    }

    @AfterEach
    void clearProperties() {
        System.clearProperty("gpucloud.base-url");
        System.clearProperty("gpucloud.api-key");
    }
}
