package com.example.kotlin

import io.gpucloud.client.GpuCloudClient
import io.gpucloud.testing.GpuCloudStubExtension
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.extension.ExtendWith

@ExtendWith(GpuCloudStubExtension::class)
class RentAndTrainTest {

    @Test
    fun `leaves an image and no instance`(client: GpuCloudClient) {
        rentAndTrain(client)

        assertTrue(client.instances().list().isEmpty())
        assertEquals(listOf("trained"), client.images().privateImages().map { it.title() })
    }
}
