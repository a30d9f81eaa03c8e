package com.example.plain;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Bill;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.resource.Instances;
import java.math.BigDecimal;
import java.time.Duration;

/** Trains on a rented GPU, saves the result as an image, starts it again, and prints what it cost. */
public final class RentAndTrain {

    private static final BigDecimal MAX_HOURLY_PRICE = new BigDecimal("4.00");

    private RentAndTrain() {}

    public static void main(String[] arguments) {
        try (GpuCloudClient client = GpuCloudClient.fromEnv()) {
            run(client);
        }
    }

    static void run(GpuCloudClient client) {
        Pod pod = client.pods().find("Diffusion").orElseThrow();
        RentalPlan plan = RentalPlan.builder()
                .podUuid(pod.uuid())
                .maxLifetime(Duration.ofHours(8))
                .maxHourlyPrice(MAX_HOURLY_PRICE)
                .title("training")
                .build();
        Instances instances = client.instances();
        PrivateImage image;
        try (Leases leases = Leases.of(client);
                InstanceLease lease = leases.rent(plan)) { // waits until it runs, and sets its shutdown timer
            String id = lease.instance().instanceUuid();
            image = instances.saveImage(id, "trained", null).await();
        } // destroys it
        GpuModel gpu = client.gpus().cheapestAvailable(MAX_HOURLY_PRICE);
        Instance relaunched = instances.create(InstanceSpec.of(image, gpu));
        try {
            Instance running = instances.waitUntilRunning(relaunched.instanceUuid());
            instances.scheduleShutdown(running.instanceUuid(), Duration.ofHours(1));
            System.out.println(image.title() + " runs: " + running.isRunning());
        } finally {
            instances.destroy(relaunched.instanceUuid());
        }
        for (Bill bill : client.billing().bills()) {
            System.out.println(bill.orderNumber() + " " + bill.amount());
        }
    }
}
