package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.InstanceLease;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.model.Bill;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Time passes only when all threads of the clients wait, so no rental pays for the waits of another one. */
@ExtendWith(GpuCloudStubExtension.class)
class ParallelRentalsIT {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final BigDecimal PRICE = new BigDecimal("1.98");
    private static final RentalPlan PLAN = RentalPlan.builder()
            .podUuid("pod-comfyui")
            .gpus("gpu-rtx-4090")
            .maxLifetime(HOUR.multipliedBy(2))
            .build();
    /** More by hand: {@code -Dparallel.rentals=100 -Dparallel.rentals.runs=50}. */
    private static final int RENTALS = Integer.getInteger("parallel.rentals", 20);

    private static final int RUNS = Integer.getInteger("parallel.rentals.runs", 1);

    private static void rentForAnHour(GpuCloudClient client, Leases leases) throws InterruptedException {
        try (InstanceLease lease = leases.rent(PLAN)) {
            assertThat(lease.instance().serverUrls()).isNotEmpty();
            client.timer().sleep(HOUR);
        }
    }

    private static StubAccount funded(StubAccount account) {
        account.clock().freeze();
        account.capacity().unlimited("gpu-rtx-4090");
        account.balance(new BigDecimal("10000.00"));
        return account;
    }

    private static BigDecimal billed(GpuCloudClient client) {
        return client.billing().bills().stream().map(Bill::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void costTheSameInEachRun(StubAccount account) throws Exception {
        for (int run = 0; run < RUNS; run++) {
            account.reset();
            GpuCloudClient client = funded(account).client();
            BigDecimal before = billed(client);
            ExecutorService threads = Executors.newFixedThreadPool(RENTALS);
            try (Leases leases =
                    Leases.of(client, LeaseOptions.builder().withoutJournal().build())) {
                List<Future<?>> rentals = IntStream.range(0, RENTALS)
                        .<Future<?>>mapToObj(i -> threads.submit(() -> {
                            rentForAnHour(client, leases);
                            return null;
                        }))
                        .toList();
                for (Future<?> rental : rentals) {
                    rental.get();
                }
            } finally {
                threads.shutdown();
            }

            assertThat(billed(client).subtract(before))
                    .isEqualByComparingTo(PRICE.multiply(BigDecimal.valueOf(RENTALS)));
        }
    }

    @Test
    void costTheSameOnTheExecutorOfTheClient(StubAccount account) throws Exception {
        GpuCloudClient client = funded(account).client();
        BigDecimal before = billed(client);
        try (Leases leases =
                Leases.of(client, LeaseOptions.builder().withoutJournal().build())) {
            List<? extends Future<?>> rentals = IntStream.range(0, 10)
                    .mapToObj(i -> leases.rentAsync(PLAN)
                            .thenCompose(lease -> client.timer().after(HOUR).thenCompose(over -> lease.closeAsync())))
                    .toList();
            for (Future<?> rental : rentals) {
                rental.get();
            }
        }

        assertThat(billed(client).subtract(before)).isEqualByComparingTo(PRICE.multiply(BigDecimal.TEN));
    }
}
