package com.example.kotlin

import io.gpucloud.client.GpuCloudClient
import io.gpucloud.client.InstanceStatus
import io.gpucloud.client.error.GpuCloudException
import io.gpucloud.client.resource.InstanceSpec
import io.gpucloud.testing.GpuCloudStubExtension
import io.gpucloud.testing.Operations
import io.gpucloud.testing.StubClock
import io.gpucloud.testing.StubFaults
import io.gpucloud.testing.StubJournal
import java.time.Duration
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows
import org.junit.jupiter.api.extension.ExtendWith

@ExtendWith(GpuCloudStubExtension::class)
class RentalTest {

    private val spec = InstanceSpec.builder().podUuid("pod-comfyui").gpuUuid("gpu-rtx-4090").build()

    @Test
    fun `ends when its time is over`(client: GpuCloudClient, clock: StubClock) {
        val id = client.instances().create(spec).instanceUuid()
        client.instances().waitUntilRunning(id)
        client.instances().scheduleShutdown(id, Duration.ofHours(8))

        clock.advance(Duration.ofHours(9))

        assertEquals(InstanceStatus.SHUT_DOWN, client.instances().find(id).orElseThrow().status())
    }

    @Test
    fun `fails without a free GPU`(client: GpuCloudClient, faults: StubFaults) {
        faults.noCapacity("gpu-rtx-4090")

        val failure = assertThrows<GpuCloudException> { client.instances().create(spec) }

        assertTrue(failure.message!!.contains("not enough free GPUs"), failure.message)
    }

    @Test
    fun `is not requested again when the response is lost`(
        client: GpuCloudClient, faults: StubFaults, journal: StubJournal
    ) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD)

        val failure = assertThrows<GpuCloudException> { client.instances().create(spec) }

        assertTrue(failure.mayHaveTakenEffect())
        assertEquals(1, journal.requests(Operations.CREATE_INSTANCE_BY_POD).size)
        assertEquals(1, client.instances().list().size)
    }
}
