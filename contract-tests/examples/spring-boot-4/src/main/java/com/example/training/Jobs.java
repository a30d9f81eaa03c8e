package com.example.training;

import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Jobs, each with an open lease. They run on while the service is redeployed. */
@RestController
@RequestMapping("/jobs")
class Jobs {

    private static final Logger LOG = LoggerFactory.getLogger(Jobs.class);

    private final Leases leases;

    Jobs(Leases leases) {
        this.leases = leases;
    }

    /** Does not wait for the instance, which may take minutes. */
    @PostMapping("/{name}")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void start(@PathVariable String name) {
        RentalPlan plan = RentalPlan.builder()
                .podUuid("pod-comfyui")
                .maxLifetime(Duration.ofHours(8))
                .maxHourlyPrice(new BigDecimal("4.00"))
                .tag(name)
                .build();
        leases.rentAsync(plan).exceptionally(failure -> {
            LOG.error("{} does not run", name, failure);
            return null;
        });
    }

    @GetMapping
    List<Job> running() {
        return leases.openLeases().stream().map(Job::of).toList();
    }

    /** Destroys the instance of a job. */
    @DeleteMapping("/{name}")
    void finish(@PathVariable String name) {
        leases.openLeases().stream().filter(lease -> name.equals(lease.tag())).forEach(InstanceLease::close);
    }

    record Job(String name, String instance, Instant endsAt) {

        static Job of(InstanceLease lease) {
            return new Job(lease.tag(), lease.instanceUuid(), lease.endsAt());
        }
    }
}
