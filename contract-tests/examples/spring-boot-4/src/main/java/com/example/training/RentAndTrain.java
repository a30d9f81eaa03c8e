package com.example.training;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Trains on a rented GPU, saves the result as an image, starts it again, and returns what it cost. */
@Component
class RentAndTrain {

    private static final BigDecimal MAX_HOURLY_PRICE = new BigDecimal("4.00");

    private final GpuCloudClient client;
    private final Leases leases;

    RentAndTrain(GpuCloudClient client, Leases leases) {
        this.client = client;
        this.leases = leases;
    }

    List<BigDecimal> run() {
        Pod pod = client.pods().find("Diffusion").orElseThrow();
        RentalPlan plan = RentalPlan.builder()
                .podUuid(pod.uuid())
                .maxLifetime(Duration.ofHours(8))
                .maxHourlyPrice(MAX_HOURLY_PRICE)
                .title("training")
                .build();
        PrivateImage image;
        try (InstanceLease lease = leases.rent(plan)) { // waits until it runs, and sets its shutdown timer
            String id = lease.instance().instanceUuid();
            image = client.instances().saveImage(id, "trained", null).await();
        } // destroys it
        RentalPlan again = RentalPlan.builder()
                .imageUuid(image.uuid())
                .maxLifetime(Duration.ofHours(1))
                .maxHourlyPrice(MAX_HOURLY_PRICE)
                .build();
        leases.rent(again).close();
        return client.billing().bills().stream().map(Bill::amount).toList();
    }
}
