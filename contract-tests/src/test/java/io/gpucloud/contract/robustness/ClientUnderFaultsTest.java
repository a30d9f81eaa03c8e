package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.stub.GpuCloudStub;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * One client with 64 threads, and a stub with random faults. {@code -Drobustness.calls=} sets the number of calls, at
 * most 10,000, which is the number in CI.
 */
@Isolated("It counts the threads of the JVM.")
class ClientUnderFaultsTest {

    private static final int THREADS = 64;
    private static final int CALLS =
            Integer.getInteger("robustness.calls", Boolean.getBoolean("contract.ci") ? 10_000 : 2_000);

    private static final List<String> FAULTS = List.of(
            "{\"effect\":\"reset_connection\",\"probability\":0.1}",
            "{\"effect\":\"reset_after_effect\",\"probability\":0.1}",
            "{\"effect\":\"truncate_body\",\"probability\":0.1}",
            "{\"effect\":\"html_body\",\"status\":502,\"probability\":0.1}",
            "{\"effect\":\"respond_after_effect\",\"status\":503,\"probability\":0.1}",
            "{\"status\":429,\"retry_after\":0,\"probability\":0.1}",
            "{\"status\":200,\"body\":\"no JSON\",\"probability\":0.1}",
            "{\"delay_ms\":1000,\"probability\":0.01}");

    private static final WaitTimer WITHOUT_PAUSES = new WaitTimer() {
        @Override
        public Instant now() {
            return WaitTimer.system().now();
        }

        @Override
        public CompletableFuture<@Nullable Void> after(Duration delay) {
            return CompletableFuture.completedFuture(null);
        }
    };

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    private final ThreadLocal<String> key = ThreadLocal.withInitial(() -> "demo-key");

    private GpuCloudClient client(GpuCloudStub stub) {
        return GpuCloudClient.builder()
                .baseUrl(stub.baseUrl().toString())
                .apiKey(() -> ApiKey.of(key.get()))
                .options(options -> options.readTimeout(Duration.ofMillis(500)))
                .timer(WITHOUT_PAUSES)
                .build();
    }

    @Test
    void sendsNoCreateRequestTwiceAndLeaksNoThreadsOrConnections() throws Exception {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=off", "stub.limits.journal=1000000");
                GpuCloudClient client = client(stub)) {
            StubHttp admin = new StubHttp(stub.baseUrl(), null);
            inParallel(THREADS, number -> succeeds(client, 1));
            int before = threadsOfTheClient();
            FAULTS.forEach(fault -> admin.administer("POST", "/faults", fault));

            long failed = inParallel(CALLS, number -> succeeds(client, number)).stream()
                    .filter(success -> !success)
                    .count();
            assertCreationsWereSentOnce(admin, CALLS / 4);
            assertThat(failed).isGreaterThan(CALLS / 4);
            admin.administer("DELETE", "/faults", "");
            // Every connection was returned to the pool: all threads can call at the same time.
            assertThat(inParallel(4 * THREADS, number -> succeeds(client, 1))).containsOnly(true);
            assertThat(threadsOfTheClient()).isLessThanOrEqualTo(before);
        }
    }

    /** Performs an action the given number of times, and waits for all results. */
    private <T> List<T> inParallel(int times, IntFunction<T> action) throws Exception {
        List<Callable<T>> calls = IntStream.range(0, times)
                .mapToObj(number -> (Callable<T>) () -> action.apply(number))
                .toList();
        List<T> results = new ArrayList<>();
        for (Future<T> result : threads.invokeAll(calls)) {
            results.add(result.get());
        }
        return results;
    }

    /** Half of the calls create, each with a key of its own, so that the journal can distinguish them. */
    private boolean succeeds(GpuCloudClient client, int number) {
        try {
            key.set("tenant-number-%04d".formatted(number));
            switch (number % 4) {
                case 0, 2 -> client.instances().create(StubClient.SPEC);
                case 1 -> client.instances().list();
                default -> client.billing().bills().page(1);
            }
            return true;
        } catch (GpuCloudException failure) {
            return false;
        }
    }

    /** Not even HTTP 429 proves that a create request had no effect. */
    private static void assertCreationsWereSentOnce(StubHttp admin, int least) {
        Map<String, Integer> sent = new TreeMap<>();
        admin.requests("createInstanceByPod")
                .forEach(request -> sent.merge(request.path("api_key").asString(), 1, Integer::sum));
        assertThat(sent).hasSizeGreaterThan(least);
        assertThat(sent.values()).containsOnly(1);
    }

    /** The timer thread for the deadlines of the client. */
    private static int threadsOfTheClient() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().matches("(http-nio|pool-|HttpClient-|container-|Catalina).*"))
                .count();
    }

    @Test
    void endsEveryWaitInTime() throws Exception {
        try (GpuCloudStub stub = GpuCloudStub.start("stub.validate=off", "stub.lifecycle.boot=1s");
                GpuCloudClient client = client(stub)) {
            StubHttp admin = new StubHttp(stub.baseUrl(), null);
            var patience = WaitOptions.builder().timeout(Duration.ofSeconds(3)).build();
            List<String> instances = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                key.set("tenant-" + i);
                if (i % 2 == 0) {
                    admin.administer("POST", "/faults", "{\"effect\":\"never_boot\",\"api_key\":\"tenant-" + i + "\"}");
                }
                // Without faults, and with the default timeouts.
                instances.add(client.withOptions(RequestOptions.defaults())
                        .instances()
                        .create(StubClient.SPEC)
                        .instanceUuid());
            }
            FAULTS.forEach(fault -> admin.administer("POST", "/faults", fault));

            // A wait that did not end would block the test.
            List<Boolean> ran = inParallel(THREADS, number -> {
                key.set("tenant-" + number);
                try {
                    client.instances().waitUntilRunning(instances.get(number), patience);
                    return true;
                } catch (GpuCloudException failure) {
                    return false;
                }
            });

            for (int i = 0; i < THREADS; i += 2) {
                assertThat(ran.get(i)).as("an instance that never boots").isFalse();
            }
        }
    }
}
