package com.example.guides;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;

/** The program of the guide "Avoid orphaned instances". */
public class NightlyTraining {

    public static void main(String[] arguments) {
        Path journal = Path.of(System.getProperty("user.home"), ".nightly-training");
        try (GpuCloudClient client = GpuCloudClient.fromEnv();
                Leases leases = Leases.of(client, options(journal))) {
            train(leases, "pod-comfyui");
        }
    }

    static LeaseOptions options(Path journal) {
        return LeaseOptions.defaults()
                .withSoleUser() // only these leases create instances in this account
                .withOwner("nightly-training") // begins each title; a sweep without this journal looks for it
                .withJournal(journal) // the next start destroys what a killed process left
                .withCloseOnExit(); // Ctrl-C and SIGTERM destroy open leases
    }

    static void train(Leases leases, String podUuid) {
        RentalPlan plan = RentalPlan.ofPod(podUuid, Duration.ofHours(2))
                .withDeadline(Duration.ofMinutes(15))
                .withMaxHourlyPrice(new BigDecimal("2.50"))
                .withOnNoCapacity(NoCapacityPolicy.tryNextModel());
        try (InstanceLease lease = leases.rent(plan)) {
            Instance instance = lease.instance();
            System.out.println(instance.gpuName() + " until " + lease.endsAt() + " at " + instance.serverUrls());
            // Your training runs here. The end of this block destroys the instance.
        }
    }
}
