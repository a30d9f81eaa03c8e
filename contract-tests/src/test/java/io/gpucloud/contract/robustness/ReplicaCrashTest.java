package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.HaProxy;
import io.gpucloud.contract.support.Poll;
import io.gpucloud.contract.support.PostgresServer;
import io.gpucloud.contract.support.StubClient;
import io.gpucloud.contract.support.StubHttp;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two stubs over one database behind a load balancer. In each round both stubs are killed, and the database is. A fifth
 * of {@code -Drobustness.crashes=} is the number of rounds; several rounds have 64 callers, one has 16.
 */
@Tag("ci")
class ReplicaCrashTest {

    private static final int ROUNDS = Math.max(1, Integer.getInteger("robustness.crashes", 1) / 5);
    private static final int THREADS = ROUNDS > 1 ? 64 : 16;
    private static final int GROUPS = 8;
    private static final int INSTANCES_PER_ACCOUNT = 40;

    private static final int BETWEEN_EVENTS = 50;
    /**
     * Creations until the next event. Callers wait for it afterwards, so that a slow machine does not have more of them
     * to check.
     */
    private static final int MOST_BETWEEN_EVENTS = 4 * BETWEEN_EVENTS;

    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    @TempDir
    private Path folder;

    private final Map<String, Account> accounts = new ConcurrentHashMap<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final Semaphore creations = new Semaphore(0);
    private final AtomicBoolean ended = new AtomicBoolean();

    /** An account, as its callers know it. */
    private record Account(String key, Queue<String> acknowledged, AtomicInteger unknown) {

        private Account(String key) {
            this(key, new ConcurrentLinkedQueue<>(), new AtomicInteger());
        }

        private boolean create(URI base) {
            try {
                StubHttp.Response response = new StubHttp(base, key).post("/instance/create_by_pod", CREATE);
                if (response.status() == 200 && response.code() == 0) {
                    acknowledged.add(response.at("/data/instance_uuid").asString());
                    return true;
                }
            } catch (UncheckedIOException broken) {
                // It may have taken effect.
            }
            unknown.incrementAndGet();
            return false;
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void nothingAcknowledgedIsLostOrAppliedTwice() throws Exception {
        try (PostgresServer database = PostgresServer.start();
                Replica first = new Replica(settings(database));
                Replica second = new Replica(first.settings());
                HaProxy proxy = HaProxy.start(folder, List.of(first.origin(), second.origin()))) {
            ExecutorService callers = Executors.newFixedThreadPool(THREADS);
            List<CompletableFuture<Void>> calls = IntStream.range(0, THREADS)
                    .mapToObj(i ->
                            CompletableFuture.runAsync(() -> createUntilTheEnd(i % GROUPS, proxy.baseUrl()), callers))
                    .toList();
            for (int round = 0; round < ROUNDS; round++) {
                awaitProgress();
                first.crash();
                awaitProgress();
                second.crash();
                awaitProgress();
                database.stop();
                database.resume();
            }
            awaitProgress();
            ended.set(true);
            creations.release(THREADS);
            calls.forEach(CompletableFuture::join);
            callers.shutdown();
            accounts.values().forEach(account -> assertComplete(account, proxy.baseUrl()));
        }
    }

    private static String[] settings(PostgresServer database) throws Exception {
        List<String> settings = new ArrayList<>(List.of(
                "--stub.clock.frozen=true", "--stub.clock.now=1800000000", "--stub.metering.require-funds=false"));
        for (String setting : database.newDatabase("crashes")) {
            settings.add("--" + setting);
        }
        return settings.toArray(String[]::new);
    }

    /** The callers of a group use the same account, and another one when the accounts have enough instances. */
    private void createUntilTheEnd(int group, URI base) {
        for (creations.acquireUninterruptibly(); !ended.get(); creations.acquireUninterruptibly()) {
            int number = acknowledged.get() / (GROUPS * INSTANCES_PER_ACCOUNT);
            if (accounts.computeIfAbsent("tenant-" + group + "-" + number, Account::new)
                    .create(base)) {
                acknowledged.incrementAndGet();
            } else {
                creations.release();
            }
        }
    }

    private void awaitProgress() throws Exception {
        int enough = acknowledged.get() + BETWEEN_EVENTS;
        creations.drainPermits();
        creations.release(MOST_BETWEEN_EVENTS);
        Poll.until(() -> acknowledged.get() >= enough, () -> false);
    }

    private static void assertComplete(Account account, URI base) {
        List<String> listed = new StubHttp(base, account.key()).instances();
        assertThat(listed).doesNotHaveDuplicates().containsAll(account.acknowledged());
        assertThat(listed.size() - account.acknowledged().size())
                .as("instances of calls without a response")
                .isLessThanOrEqualTo(account.unknown().get());
        new StubHttp(base, account.key())
                .administer("POST", "/clock/advance?account=" + account.key(), "{\"seconds\":36000}");
        try (GpuCloudClient client = StubClient.of(base, account.key())) {
            BalanceCheck.assertAddUp(client);
        }
    }

    /** A stub process that always has the same port. */
    private static final class Replica implements AutoCloseable {

        private final String[] settings;
        private final URI origin;
        private StubProcess process;

        Replica(String... settings) throws Exception {
            this.settings = settings;
            process = StubProcess.start(settings);
            origin = process.origin();
        }

        String[] settings() {
            return settings;
        }

        URI origin() {
            return origin;
        }

        void crash() throws Exception {
            process.kill();
            process.close();
            List<String> again = new ArrayList<>(List.of(settings));
            again.add("--server.port=" + origin.getPort());
            process = StubProcess.start(again.toArray(String[]::new));
        }

        @Override
        public void close() {
            process.close();
        }
    }
}
