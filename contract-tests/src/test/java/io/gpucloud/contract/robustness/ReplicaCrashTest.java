package io.gpucloud.contract.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.contract.support.HaProxy;
import io.gpucloud.contract.support.Poll;
import io.gpucloud.contract.support.PostgresServer;
import io.gpucloud.contract.support.StubHttp;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two stubs over one database behind a load balancer, while stubs are killed and the database ends. {@code -Drobustness.crashes=} sets the
 * number of rounds with three such events.
 */
@Tag("ci")
class ReplicaCrashTest {

    private static final int ROUNDS = Integer.getInteger("robustness.crashes", 1);
    private static final int THREADS = 64;
    private static final int ACCOUNTS = 8;
    private static final int BETWEEN_EVENTS = 100;
    private static final String CREATE = "{\"pod_uuid\":\"pod-comfyui\",\"gpu_uuid\":\"gpu-rtx-4090\",\"gpu_nums\":1}";

    @TempDir
    private Path folder;

    private final List<Account> accounts = IntStream.range(0, ACCOUNTS)
            .mapToObj(i -> new Account("tenant-" + i))
            .toList();

    /** What the callers of an account know. */
    private record Account(String key, Queue<String> acknowledged, AtomicInteger unknown) {

        private Account(String key) {
            this(key, new ConcurrentLinkedQueue<>(), new AtomicInteger());
        }

        private void create(URI base) {
            try {
                StubHttp.Response response = new StubHttp(base, key).post("/instance/create_by_pod", CREATE);
                if (response.status() == 200 && response.code() == 0) {
                    acknowledged.add(response.at("/data/instance_uuid").asString());
                } else {
                    unknown.incrementAndGet();
                }
            } catch (UncheckedIOException broken) {
                unknown.incrementAndGet();
            }
        }
    }

    @Test
    void nothingAcknowledgedIsLostOrAppliedTwice() throws Exception {
        try (PostgresServer database = PostgresServer.start();
                Replica first = new Replica(settings(database));
                Replica second = new Replica(first.settings());
                HaProxy proxy = HaProxy.start(folder, List.of(first.origin(), second.origin()))) {
            ExecutorService callers = Executors.newFixedThreadPool(THREADS);
            AtomicInteger running = new AtomicInteger(1);
            List<CompletableFuture<Void>> calls = IntStream.range(0, THREADS)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> {
                                while (running.get() > 0) {
                                    accounts.get(i % ACCOUNTS).create(proxy.baseUrl());
                                }
                            },
                            callers))
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
            running.set(0);
            calls.forEach(CompletableFuture::join);
            callers.shutdown();
            for (Account account : accounts) {
                assertComplete(account, proxy.baseUrl());
            }
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

    private int acknowledged() {
        return accounts.stream()
                .mapToInt(account -> account.acknowledged().size())
                .sum();
    }

    private void awaitProgress() throws Exception {
        int enough = acknowledged() + BETWEEN_EVENTS;
        Poll.until(() -> acknowledged() >= enough, () -> false);
    }

    private static void assertComplete(Account account, URI base) {
        List<String> listed = new StubHttp(base, account.key())
                .get("/instance/list")
                .at("/data/instance_list")
                .valueStream()
                .map(instance -> instance.path("instance_uuid").asString())
                .toList();
        assertThat(listed).doesNotHaveDuplicates().containsAll(account.acknowledged());
        assertThat(listed.size() - account.acknowledged().size())
                .as("instances of calls without a response")
                .isLessThanOrEqualTo(account.unknown().get());
        new StubHttp(base, account.key())
                .administer("POST", "/accounts/" + account.key() + "/clock/advance", "{\"seconds\":36000}");
        try (GpuCloudClient client = GpuCloudClient.forStub(base.toString(), account.key())) {
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
