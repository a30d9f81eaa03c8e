package com.example.quarkus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubAccount;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class RentalTest {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    private GpuCloudStubServer stub;
    private StubAccount account;
    private GpuCloudClient client;

    @BeforeEach
    void start() {
        stub = GpuCloudStubServer.start();
        account = stub.newAccount();
        client = account.client();
    }

    @AfterEach
    void stop() {
        stub.close();
    }

    @Test
    void runsUntilItIsDestroyed() {
        String id = client.instances().create(SPEC).instanceUuid();
        client.instances().waitUntilRunning(id);
        assertEquals(
                InstanceStatus.RUNNING,
                client.instances().find(id).orElseThrow().status());

        client.instances().destroy(id);

        assertTrue(client.instances().list().isEmpty());
    }

    @Test
    void isNotRequestedAgainWhenTheResponseIsLost() {
        account.faults().loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        GpuCloudException failure =
                assertThrows(GpuCloudException.class, () -> client.instances().create(SPEC));

        assertTrue(failure.mayHaveTakenEffect());
        assertEquals(
                1, account.journal().requests(Operations.CREATE_INSTANCE_BY_POD).size());
        assertEquals(1, client.instances().list().size());
    }
}
