package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.contract.support.StubHttp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hours of the service in minutes of real time. {@code -Dsoak.minutes=} sets how long it runs. */
@Tag("soak")
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SoakTest {

    private static final long SECONDS = TimeUnit.MINUTES.toSeconds(Long.getLong("soak.minutes", 15));
    private static final int CONNECTIONS = 64;
    private static final int TENANTS = 500;
    private static final int CROWD = 600;
    private static final long OVERLOAD_SECONDS = 20;
    private static final int CALLS_OF_A_PHASE = 5_000;

    /** The faults, each set now and then for a few seconds. */
    private static final List<String> FAULTS = List.of(
            "{\"effect\":\"reset_connection\",\"probability\":0.05}",
            "{\"effect\":\"reset_after_effect\",\"probability\":0.05}",
            "{\"effect\":\"truncate_body\",\"probability\":0.05}",
            "{\"effect\":\"html_body\",\"status\":502,\"probability\":0.05}",
            "{\"status\":429,\"retry_after\":1,\"probability\":0.05}",
            "{\"status\":500,\"probability\":0.05}",
            "{\"delay_ms\":200,\"probability\":0.05}");

    private static String tenant(int number) {
        return "tenant-soak-" + number;
    }

    @Test
    void doesNotGrowAndKeepsBalancesExact() throws Exception {
        try (StubProcess stub = StubProcess.start("--stub.limits.bills=100");
                TenantTraffic traffic = new TenantTraffic(stub.origin());
                ParallelCallers callers = new ParallelCallers(CONNECTIONS)) {
            StubHttp admin = new StubHttp(stub.origin(), null);
            admin.administer("PUT", "/clock", "{\"speed\":600}");
            AtomicBoolean over = new AtomicBoolean();
            List<Future<Integer>> working = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                SplittableRandom random = new SplittableRandom(i);
                working.add(callers.begin(() -> work(traffic, random, over)));
            }
            List<ProcessMetrics> metrics = disturb(stub, admin, traffic);
            over.set(true);
            for (Future<Integer> one : working) {
                one.get();
            }
            assertThat(traffic.errors()).isEmpty();
            assertFlat(metrics);
            assertBalances(admin, traffic);
            System.out.printf(
                    "%d calls in %d s, %d failed by faults, slope of the heap %.1f KB a minute%n",
                    traffic.calls(), SECONDS, traffic.injected(), slope(metrics) * 60 / 1024);
        }
    }

    private static int work(TenantTraffic traffic, SplittableRandom random, AtomicBoolean over) {
        while (!over.get()) {
            traffic.act(tenant(random.nextInt(TENANTS)), random);
        }
        return 0;
    }

    /** Periods without and with faults alternate. Process metrics are read in periods without faults. */
    private static List<ProcessMetrics> disturb(StubProcess stub, StubHttp admin, TenantTraffic traffic)
            throws Exception {
        List<ProcessMetrics> metrics = new ArrayList<>();
        Random random = new Random(1);
        long begun = System.nanoTime();
        while (second(begun) < SECONDS) {
            traffic.awaitCalls(CALLS_OF_A_PHASE);
            ProcessMetrics now = ProcessMetrics.of(stub.pid(), second(begun));
            System.out.println(now);
            metrics.add(now);
            traffic.nextPhase();
            for (int i = 0; i < 3; i++) {
                admin.administer("POST", "/faults", FAULTS.get(random.nextInt(FAULTS.size())));
            }
            traffic.awaitCalls(CALLS_OF_A_PHASE);
            admin.administer("DELETE", "/faults", "");
            traffic.nextPhase();
        }
        return metrics;
    }

    private static long second(long begun) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    }

    /** Accounts grow to their limits in the first third. */
    private static void assertFlat(List<ProcessMetrics> all) {
        List<ProcessMetrics> metrics = settled(all);
        double mean =
                metrics.stream().mapToLong(ProcessMetrics::liveBytes).average().orElseThrow();
        assertThat(slope(all) * SECONDS).as("growth of the heap").isLessThan(0.1 * mean);
        int files = metrics.get(0).files();
        int threads = metrics.get(0).threads();
        assertThat(metrics).allSatisfy(later -> {
            assertThat(later.files()).isLessThanOrEqualTo(files + CONNECTIONS);
            assertThat(later.threads()).isLessThanOrEqualTo(threads + 10);
        });
    }

    private static List<ProcessMetrics> settled(List<ProcessMetrics> all) {
        return all.subList(all.size() / 3, all.size());
    }

    /** The slope of the regression line, in bytes per second. */
    private static double slope(List<ProcessMetrics> all) {
        List<ProcessMetrics> metrics = settled(all);
        double second =
                metrics.stream().mapToLong(ProcessMetrics::second).average().orElseThrow();
        double bytes =
                metrics.stream().mapToLong(ProcessMetrics::liveBytes).average().orElseThrow();
        double both = metrics.stream()
                .mapToDouble(v -> (v.second() - second) * (v.liveBytes() - bytes))
                .sum();
        double one = metrics.stream()
                .mapToDouble(v -> (v.second() - second) * (v.second() - second))
                .sum();
        return both / one;
    }

    private static void assertBalances(StubHttp admin, TenantTraffic traffic) {
        admin.administer("PUT", "/clock", "{\"frozen\":true}");
        for (int i = 0; i < TENANTS; i++) {
            BalanceCheck.assertAddUp(traffic.as(tenant(i)));
        }
    }

    @Test
    void recoversOneSecondAfterAnOverload() throws Exception {
        try (StubProcess stub = StubProcess.start("--stub.rate-limit.concurrent=8");
                ParallelCallers callers = new ParallelCallers(CROWD);
                GpuCloudClient client = GpuCloudClient.forStub(stub.origin().toString(), "demo-key")) {
            AtomicInteger served = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(OVERLOAD_SECONDS);
            GpuCloudClient pressing = client.withOptions(RequestOptions.builder()
                    .retryPolicy(RetryPolicy.none())
                    .connectTimeout(Duration.ofSeconds(60))
                    .build());
            callers.run(CROWD, number -> {
                while (System.nanoTime() < end) {
                    try {
                        pressing.billing().balance();
                        served.incrementAndGet();
                    } catch (GpuCloudException failure) {
                        assertThat(failure.httpStatus()).hasValue(429);
                        refused.incrementAndGet();
                    }
                }
                return 0;
            });
            long begun = System.nanoTime();
            assertThat(client.billing().balance().balance()).isPositive();
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
            assertThat(millis).as("first response after it").isLessThan(1_000);
            System.out.printf(
                    "overload by %d threads for %d s: %d served, %d rejected with 429, next response after %d ms%n",
                    CROWD, OVERLOAD_SECONDS, served.get(), refused.get(), millis);
        }
    }
}
