package io.gpucloud.client.examples;

import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Rents the cheapest available GPU for at most 4.00 per hour and one hour, probes the instance, uses it, and destroys
 * it.
 */
final class CheapestForAnHour {

    private CheapestForAnHour() {}

    static void run(Leases leases, Pod pod, Predicate<Instance> probe, Consumer<Instance> job) {
        RentalPlan plan = RentalPlan.builder()
                .podUuid(pod.uuid())
                .maxLifetime(Duration.ofHours(1))
                .maxHourlyPrice(new BigDecimal("4.00"))
                .build();
        try (InstanceLease lease = leases.rent(plan)) {
            Instance instance = lease.awaitReachable(probe, Duration.ofMinutes(10));
            System.out.println(instance.gpuName() + " until " + lease.endsAt() + " at " + instance.serverUrls());
            job.accept(instance);
        }
    }
}
