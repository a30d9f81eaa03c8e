package com.example.guides;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.OnNoCapacity;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.lease.Sweep;
import io.gpucloud.client.lease.SweepPreview;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;

/** The code of the guide "Avoid orphaned instances". */
class Renting {

    private Renting() {}

    static void rent(GpuCloudClient client, Pod pod) {
        RentalPlan plan = RentalPlan.ofPod(pod.uuid(), Duration.ofHours(1))
                .withMaxHourlyPrice(new BigDecimal("2.50"))
                .withOnNoCapacity(OnNoCapacity.tryNextModel());
        try (Leases leases = Leases.of(client);
                InstanceLease lease = leases.rent(plan)) {
            Instance instance = lease.instance();
            System.out.println(instance.gpuName() + " until " + lease.endsAt() + " at " + instance.serverUrls());
        }
    }

    static void rentWithJournal(GpuCloudClient client, RentalPlan plan, Path directory) {
        LeaseOptions options = LeaseOptions.defaults().withJournal(directory);
        try (Leases leases = Leases.of(client, options)) {
            leases.rent(plan).keep();
        }
    }

    static void sweep(Leases leases) {
        SweepPreview preview = leases.sweep(Sweep.olderThan(Duration.ofHours(6)));
        preview.found().forEach(instance -> System.out.println("orphan: " + instance.instanceUuid()));
        preview.destroy();
    }
}
