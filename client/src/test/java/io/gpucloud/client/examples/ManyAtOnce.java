package io.gpucloud.client.examples;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Rents several instances at once, and gives all of them back side by side, also if one of them fails. */
final class ManyAtOnce {

    private ManyAtOnce() {}

    static List<Instance> run(GpuCloudClient client, RentalPlan plan, int count) {
        try (Leases leases = Leases.of(client)) {
            List<CompletableFuture<InstanceLease>> rented =
                    Stream.generate(() -> leases.rentAsync(plan)).limit(count).toList();
            return rented.stream().map(lease -> lease.join().instance()).toList();
        }
    }
}
