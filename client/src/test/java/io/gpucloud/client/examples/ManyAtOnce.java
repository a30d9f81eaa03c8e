package io.gpucloud.client.examples;

import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Rents several instances in parallel, and destroys each one after its job, even if another one fails. */
final class ManyAtOnce {

    private ManyAtOnce() {}

    static void run(Leases leases, RentalPlan plan, int count, Consumer<Instance> job) {
        CompletableFuture<?>[] jobs = Stream.generate(() -> leases.rentAsync(plan))
                .limit(count)
                .map(rented -> rented.thenAccept(lease -> use(lease, job)))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(jobs).join();
    }

    private static void use(InstanceLease lease, Consumer<Instance> job) {
        try (lease) {
            job.accept(lease.instance());
        }
    }
}
