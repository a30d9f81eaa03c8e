package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.stub.GpuCloudStub;
import org.junit.jupiter.api.Test;

class RentAndTrainTest {

    @Test
    void leavesAnImageAndNoInstance() {
        try (GpuCloudStub stub = GpuCloudStub.start(
                        "stub.lifecycle.boot=0s", "stub.lifecycle.shutdown=0s", "stub.lifecycle.image-upload=0s");
                GpuCloudClient client = GpuCloudClient.forStub(stub.baseUrl().toString())) {
            RentAndTrain.run(client);

            assertThat(client.instances().list()).isEmpty();
            assertThat(client.images().privateImages())
                    .extracting(PrivateImage::title)
                    .contains("trained");
            assertThat(client.billing().bills()).isNotEmpty();
        }
    }
}
