package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.PagingService;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Asynchronous work of leases runs on the executor of the client, and the JVM does not exit before it has ended. */
class JvmKeepAliveTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void keepsTheJvmFromExitingUntilAllWorkHasEnded() throws Exception {
        JvmKeepAlive guard = new JvmKeepAlive();
        CompletableFuture<Thread> started = new CompletableFuture<>();
        Thread daemon = new Thread(() -> {
            guard.begin();
            guard.begin();
            started.complete(Objects.requireNonNull(guard.thread()));
        });
        daemon.setDaemon(true);
        daemon.start();
        Thread thread = started.get(10, TimeUnit.SECONDS);
        daemon.join();

        guard.end();
        assertThat(thread.isAlive()).isTrue();
        assertThat(thread.isDaemon()).isFalse();
        guard.end();
        thread.join();
        assertThat(guard.thread()).isNull();
    }

    @Test
    void guardsWorkOnTheExecutorOfTheClient() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        Executor daemons = task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        };
        List<Boolean> guarded = new ArrayList<>();
        PagingService service = PagingService.withoutPages().with("i-1");
        try (FaultServer server = new FaultServer(service::reply);
                GpuCloudClient client = TestClients.builder(server, new TestTime())
                        .executor(daemons)
                        .build();
                Leases leases = Leases.of(client)) {
            InstanceLease lease = leases.adopt("i-1", HOUR);
            lease.closeAsync().get(10, TimeUnit.SECONDS);
            assertThat(threads).hasSize(1);

            JvmKeepAlive guard = new JvmKeepAlive();
            new LeaseExecutor(client.executor(), guard)
                    .run(() -> guarded.add(guard.thread() != null))
                    .get(10, TimeUnit.SECONDS);
            assertThat(guarded).containsExactly(true);
            assertThat(service.instances()).isEmpty();
        }
    }
}
