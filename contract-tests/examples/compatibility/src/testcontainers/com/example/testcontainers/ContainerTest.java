package com.example.testcontainers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.testing.GpuCloudStubServer;
import io.gpucloud.testing.StubAccount;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

class ContainerTest {

    private static final String TOKEN = "a-token-for-tests";
    private static final InstanceSpec SPEC = InstanceSpec.builder()
            .podUuid("pod-comfyui")
            .gpuUuid("gpu-rtx-4090")
            .build();

    @Test
    void rentsFromTheImage() {
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "there is no container engine");
        try (GenericContainer<?> container = new GenericContainer<>("gpu-cloud-stub:2.0.0-SNAPSHOT")) {
            container
                    .withEnv("STUB_ADMIN_TOKEN", TOKEN)
                    .withExposedPorts(8080)
                    .waitingFor(Wait.forHealthcheck())
                    .start();
            URI url = URI.create("http://" + container.getHost() + ":" + container.getMappedPort(8080));
            try (GpuCloudStubServer stub = GpuCloudStubServer.attach(url, TOKEN);
                    StubAccount account = stub.newAccount()) {
                GpuCloudClient client = account.client();
                client.instances().create(SPEC);
                assertEquals(1, client.instances().list().size());
            }
        }
    }
}
