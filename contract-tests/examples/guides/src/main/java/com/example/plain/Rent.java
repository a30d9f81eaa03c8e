package com.example.plain;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.InstanceSpec;
import java.math.BigDecimal;
import java.time.Duration;

/** Rents a GPU, and gives it back whatever happens. The first program on the page of the client. */
public final class Rent {

    private Rent() {}

    public static void main(String[] arguments) {
        try (GpuCloudClient client = GpuCloudClient.fromEnv()) {
            Pod pod = client.pods().find("diffusion").orElseThrow();
            GpuModel gpu = client.gpus().cheapestAvailable(new BigDecimal("2.50"));
            Instance created = client.instances().create(InstanceSpec.of(pod, gpu));
            try {
                Instance running = client.instances().waitUntilRunning(created.instanceUuid());
                client.instances().scheduleShutdown(running.instanceUuid(), Duration.ofHours(1));
                System.out.println(running.title() + " answers at " + running.serverUrls());
            } finally {
                client.instances().destroy(created.instanceUuid());
            }
        }
    }
}
