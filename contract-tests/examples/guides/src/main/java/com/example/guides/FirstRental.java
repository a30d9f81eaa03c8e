package com.example.guides;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.InstanceSpec;
import java.math.BigDecimal;
import java.time.Duration;

/** The program of the tutorial "Your first rental". */
public class FirstRental {

    static String url = "http://localhost:8080/api/open/v2";

    public static void main(String[] arguments) {
        try (GpuCloudClient client =
                GpuCloudClient.builder().baseUrl(url).apiKey("demo-key").build()) {
            Pod pod = client.pods().find("ComfyUI").orElseThrow();
            GpuModel gpu = client.gpus().cheapestAvailable(new BigDecimal("5.00"));

            Instance created = client.instances().create(InstanceSpec.of(pod, gpu));
            try {
                use(client, created.instanceUuid());
            } finally {
                client.instances().destroy(created.instanceUuid());
            }
            System.out.println(
                    "Destroyed. Balance: " + client.billing().balance().balance());
        }
    }

    private static void use(GpuCloudClient client, String id) {
        Instance running = client.instances().waitUntilRunning(id);
        System.out.println(running.gpuName() + " is running at " + running.serverUrls());

        // A safety net: the service shuts the instance down if this program does not come back.
        client.instances().scheduleShutdown(id, Duration.ofHours(1));
    }
}
