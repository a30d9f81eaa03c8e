package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
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
    private final Leases leases;

    Trainings(GpuCloudClient client, Leases leases) {
        this.client = client;
        this.leases = leases;
    }

    @GetMapping("/trainings/{id}")
    String status(@PathVariable String id) {
        return client.instances()
                .find(id)
                .map(instance -> instance.status().name())
                .orElse("unknown");
    }

    @PostMapping("/trainings")
    String start(@RequestParam String pod, @RequestParam String gpu, @RequestParam int hours) {
        if (hours < 1) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "hours must be 1 or more");
        }
        RentalPlan plan = RentalPlan.builder()
                .podUuid(pod)
                .maxLifetime(Duration.ofHours(hours))
                .gpus(gpu)
                .build();
        // After keep() the instance belongs to no lease. Its timer shuts it down.
        return leases.rent(plan).keep().instanceUuid();
    }
}
