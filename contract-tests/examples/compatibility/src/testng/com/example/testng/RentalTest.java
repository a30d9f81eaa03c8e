package com.example.testng;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubAccount;
import java.time.Duration;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

public class RentalTest {

    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    private GpuCloudStubServer stub;
    private StubAccount account;
    private GpuCloudClient client;

    @BeforeClass
    public void start() {
        stub = GpuCloudStubServer.start();
    }

    @BeforeMethod
    public void openAccount() {
        account = stub.newAccount();
        client = account.client();
    }

    @AfterClass
    public void stop() {
        stub.close();
    }

    @Test
    public void endsWhenItsTimeIsOver() {
        String id = client.instances().create(SPEC).instanceUuid();
        client.instances().waitUntilRunning(id);
        client.instances().scheduleShutdown(id, Duration.ofHours(8));

        account.clock().advance(Duration.ofHours(9));

        assertEquals(client.instances().find(id).orElseThrow().status(), InstanceStatus.SHUT_DOWN);
    }

    @Test
    public void isNotRequestedAgainWhenTheResponseIsLost() {
        account.faults().loseResponse(Operations.CREATE_INSTANCE_BY_POD);

        GpuCloudException failure =
                expectThrows(GpuCloudException.class, () -> client.instances().create(SPEC));

        assertTrue(failure.mayHaveTakenEffect());
        assertEquals(
                account.journal().requests(Operations.CREATE_INSTANCE_BY_POD).size(), 1);
        assertEquals(client.instances().list().size(), 1);
    }
}
