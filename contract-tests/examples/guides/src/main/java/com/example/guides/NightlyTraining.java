package com.example.guides;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.AccountUse;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
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
        return LeaseOptions.builder()
                .accountUse(AccountUse.SOLE_USER) // only these leases create instances in this account
                .owner("nightly-training") // begins each title; a sweep looks for it
                .journal(journal) // the next start destroys what a killed process left
                .build();
    }

    static void train(Leases leases, String podUuid) {
        RentalPlan plan = RentalPlan.builder()
                .podUuid(podUuid)
                .maxLifetime(Duration.ofHours(2))
                .bootTimeout(Duration.ofMinutes(15))
                .maxHourlyPrice(new BigDecimal("4.00"))
                .build();
        try (InstanceLease lease = leases.rent(plan)) {
            Instance instance = lease.instance();
            System.out.println(instance.gpuName() + " until " + lease.endsAt() + " at " + instance.serverUrls());
            // Your training runs here. The end of this block destroys the instance.
        }
    }
}
