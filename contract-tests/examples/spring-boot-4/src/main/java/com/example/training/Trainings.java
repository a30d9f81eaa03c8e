package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.PodInstanceSpec;
import java.time.Duration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Trainings, each on a GPU that is rented for some hours. */
@RestController
class Trainings {

    private final GpuCloudClient client;

    Trainings(GpuCloudClient client) {
        this.client = client;
    }

    @PostMapping("/trainings")
    String start(@RequestParam String pod, @RequestParam String gpu, @RequestParam int hours) {
        Instance created = client.instances().createByPod(PodInstanceSpec.of(pod, gpu));
        Instance running = client.instances().waitUntilRunning(created.instanceUuid());
        client.instances().scheduleShutdown(running.instanceUuid(), Duration.ofHours(hours));
        return running.instanceUuid();
    }

    @GetMapping("/trainings/{id}")
    String status(@PathVariable String id) {
        return client.instances()
                .find(id)
                .map(instance -> instance.status().name())
                .orElse("unknown");
    }
}
