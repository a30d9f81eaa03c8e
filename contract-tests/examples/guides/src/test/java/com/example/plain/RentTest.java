package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.testing.GpuCloudStubServer;
import org.junit.jupiter.api.Test;

class RentTest {

    @Test
    void leavesNothingBehind() {
        try (GpuCloudStubServer stub = GpuCloudStubServer.start("stub.lifecycle.boot=0s");
                GpuCloudClient client = GpuCloudClient.builder()
                        .baseUrl(stub.baseUrl().toString())
                        .apiKey("demo-key")
                        .build()) {
            Rent.main(new String[] {stub.baseUrl().toString()});

            assertThat(client.billing().bills()).isNotEmpty();
            assertThat(client.instances().list()).isEmpty();
        }
    }
}
