package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.NoCapacityPolicy;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.PodFilter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Trains on a rented GPU, saves the result as an image, starts it again, and returns what it cost. */
@Component
class RentAndTrain {

    private static final BigDecimal MAX_HOURLY_PRICE = new BigDecimal("2.50");

    private final GpuCloudClient client;
    private final Leases leases;

    RentAndTrain(GpuCloudClient client, Leases leases) {
        this.client = client;
        this.leases = leases;
    }

    List<BigDecimal> run() {
        Pod pod = client.pods().list(PodFilter.titled("Diffusion")).iterator().next();
        RentalPlan plan = RentalPlan.ofPod(pod.uuid(), Duration.ofHours(8))
                .withMaxHourlyPrice(MAX_HOURLY_PRICE)
                .withOnNoCapacity(NoCapacityPolicy.tryNextModel())
                .withTitle("training");
        Instances instances = client.instances();
        PrivateImage image;
        try (InstanceLease lease = leases.rent(plan)) { // waits until it runs, and sets its shutdown timer
            String id = lease.instance().instanceUuid();
            image = instances.saveImage(id, "trained", null).await();
        } // destroys it
        RentalPlan again = RentalPlan.ofImage(image.uuid(), Duration.ofHours(1)).withMaxHourlyPrice(MAX_HOURLY_PRICE);
        leases.rent(again).close();
        return client.billing().bills().stream().map(Bill::amount).toList();
    }
}
