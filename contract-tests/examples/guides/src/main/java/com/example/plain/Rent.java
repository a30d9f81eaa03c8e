package com.example.plain;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.InstanceSpec;
import java.math.BigDecimal;

/** Rents a GPU, and gives it back whatever happens. */
public final class Rent {

    private Rent() {}

    public static void main(String[] arguments) {
        rent(arguments.length == 0 ? "http://localhost:8080/api/open/v2" : arguments[0]);
    }

    private static void rent(String url) {
        try (GpuCloudClient client =
                GpuCloudClient.builder().baseUrl(url).apiKey("demo-key").build()) {
            Pod pod = client.pods().list().iterator().next();
            GpuModel gpu = client.gpus().cheapestAvailable(new BigDecimal("2.50"));
            Instance created = client.instances().create(InstanceSpec.of(pod, gpu));
            try {
                Instance running = client.instances().waitUntilRunning(created.instanceUuid());
                System.out.println(running.title() + " answers at " + running.serverUrls());
            } finally {
                client.instances().destroy(created.instanceUuid());
            }
        }
    }
}
