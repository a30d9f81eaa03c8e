package com.example.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.Operations;
import io.gpucloud.testing.StubAccount;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class RentTest {

    @Test
    void leavesNothingBehind() {
        // Tests with the same settings share the stub, so each needs an account of its own.
        try (GpuCloudStubServer stub = GpuCloudStubServer.start("stub.lifecycle.boot=0s");
                StubAccount account = stub.newAccount()) {
            System.setProperty("gpucloud.base-url", account.baseUrl().toString());
            System.setProperty("gpucloud.api-key", account.apiKey());

            Rent.main(new String[0]);

            try (GpuCloudClient client = GpuCloudClient.fromEnv()) {
                assertThat(account.journal().requests(Operations.CREATE_INSTANCE_BY_POD))
                        .hasSize(1);
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
