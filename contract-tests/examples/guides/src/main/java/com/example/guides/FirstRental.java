package com.example.guides;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Pod;
import java.math.BigDecimal;
import java.time.Duration;

/** The program of the tutorial "Your first rental". */
public class FirstRental {

    static String url = "http://localhost:8080/api/open/v2";

    public static void main(String[] arguments) {
        try (GpuCloudClient client =
                        GpuCloudClient.builder().baseUrl(url).apiKey("demo-key").build();
                Leases leases = Leases.of(client)) {
            Pod pod = client.pods().find("ComfyUI").orElseThrow();
            RentalPlan plan = RentalPlan.builder()
                    .podUuid(pod.uuid())
                    .maxHourlyPrice(new BigDecimal("4.00"))
                    .maxLifetime(Duration.ofHours(1))
                    .build();
            try (InstanceLease lease = leases.rent(plan)) {
                System.out.println(lease.instance().gpuName() + " is running at "
                        + lease.instance().serverUrls());
            }
            System.out.println(
                    "Destroyed. Balance: " + client.billing().balance().balance());
        }
    }
}
