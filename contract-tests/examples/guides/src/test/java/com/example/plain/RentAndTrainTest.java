package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.testing.GpuCloudStubExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class RentAndTrainTest {

    @Test
    void leavesAnImageAndNoInstance(GpuCloudClient client) {
        RentAndTrain.run(client);

        assertThat(client.instances().list()).isEmpty();
        assertThat(client.images().privateImages())
                .extracting(PrivateImage::title)
                .containsExactly("trained");
    }
}
