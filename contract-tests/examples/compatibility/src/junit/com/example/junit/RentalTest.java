package com.example.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubExtension;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubClock;
import io.gpucloud.testing.StubFaults;
import io.gpucloud.testing.StubJournal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(GpuCloudStubExtension.class)
class RentalTest {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    @Test
    void endsWhenItsTimeIsOver(GpuCloudClient client, StubClock clock) {
        String id = client.instances().create(SPEC).instanceUuid();
        client.instances().waitUntilRunning(id);
        client.instances().scheduleShutdown(id, Duration.ofHours(8));

        clock.advance(Duration.ofHours(9));

        assertEquals(
                InstanceStatus.SHUT_DOWN,
                client.instances().find(id).orElseThrow().status());
    }

    @Test
    void isNotRequestedAgainWhenTheResponseIsLost(GpuCloudClient client, StubFaults faults, StubJournal journal) {
        faults.loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        GpuCloudException failure =
                assertThrows(GpuCloudException.class, () -> client.instances().create(SPEC));

        assertTrue(failure.mayHaveTakenEffect());
        assertEquals(1, journal.requests(Operations.CREATE_INSTANCE_BY_POD).size());
        assertEquals(1, client.instances().list().size());
    }
}
