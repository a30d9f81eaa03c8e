package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.resource.PodInstanceSpec;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Trainings, each on a GPU that is rented for some hours. */
@RestController
class Trainings {

    private final GpuCloudClient client;

    Trainings(GpuCloudClient client) {
        this.client = client;
    }

    @GetMapping("/trainings/{id}")
    String status(@PathVariable String id) {
        return client.instances()
                .find(id)
                .map(instance -> instance.status().known().name())
                .orElse("unknown");
    }

    @PostMapping("/trainings")
    String start(@RequestParam String pod, @RequestParam String gpu, @RequestParam int hours) {
        if (hours < 1) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "hours must be 1 or more");
        }
        String id = client.instances()
                .createByPod(PodInstanceSpec.builder().podUuid(pod).gpuUuid(gpu).build())
                .instanceUuid();
        try {
            client.instances().waitUntilRunning(id);
            client.instances().scheduleShutdown(id, Duration.ofHours(hours));
            return id;
        } catch (RuntimeException failed) {
            // No other program knows its identifier, and it costs money until it is destroyed.
            giveBack(id, failed);
            throw failed;
        }
    }

    private void giveBack(String id, RuntimeException failed) {
        try {
            client.instances().destroy(id);
        } catch (RuntimeException left) {
            failed.addSuppressed(left);
        }
    }
}
