package io.gpucloud.client.examples;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.OnNoCapacity;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Predicate;

/** Rents the cheapest GPU that is free, for at most 2.50 an hour and an hour, probes it, and gives it back for certain. */
final class CheapestForAnHour {

    private CheapestForAnHour() {}

    static Instance run(GpuCloudClient client, Pod pod, Predicate<Instance> probe) {
        RentalPlan plan = RentalPlan.ofPod(pod.uuid(), Duration.ofHours(1))
                .withMaxHourlyPrice(new BigDecimal("2.50"))
                .withOnNoCapacity(OnNoCapacity.tryNextModel());
        try (Leases leases = Leases.of(client);
                InstanceLease lease = leases.rent(plan)) {
            Instance answering = lease.awaitReachable(probe, Duration.ofMinutes(10));
            System.out.println(answering.gpuName() + " until " + lease.endsAt() + " at " + answering.serverUrls());
            return answering;
        }
    }
}
