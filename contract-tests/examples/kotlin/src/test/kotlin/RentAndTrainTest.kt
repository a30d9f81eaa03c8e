package com.example.kotlin

import io.gpucloud.client.GpuCloudClient
import io.gpucloud.client.model.PrivateImage
import io.gpucloud.stub.GpuCloudStub
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test

class RentAndTrainTest {

    @Test
    fun leavesAnImageAndNoInstance() {
        GpuCloudStub.start("stub.lifecycle.boot=0s", "stub.lifecycle.shutdown=0s", "stub.lifecycle.image-upload=0s").use { stub ->
            GpuCloudClient.forStub(stub.baseUrl().toString()).use { client ->
                rentAndTrain(client)

                assertThat(client.instances().list()).isEmpty()
                assertThat(client.images().privateImages().map(PrivateImage::title)).contains("trained")
            }
        }
    }
}
