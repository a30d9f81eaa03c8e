package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.Listed.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Asynchronous waits that nobody wants any more. */
class AbandonedWaitsTest {

    private static final WaitOptions OPTIONS = WaitOptions.defaults();

    private final TestTime time = new TestTime();

    /** With hooks on the thread that looks, so that the order of things is certain. */
    private GpuCloudClientBuilder builder(FaultServer server) {
        return TestClients.builder(server, time).executor(Runnable::run);
    }

    @Nested
    class ACancelledWait {

        @Test
        void looksNoMore() throws Exception {
            CompletableFuture<CompletableFuture<Instance>> wait = new CompletableFuture<>();
            CompletableFuture<Thread> thread = new CompletableFuture<>();
            try (FaultServer server = FaultServer.replying(listed(1));
                    GpuCloudClient client = builder(server)
                            .sleeper(duration -> {
                                thread.complete(Thread.currentThread());
                                wait.join().cancel(true);
                                time.sleep(duration);
                            })
                            .build()) {
                wait.complete(client.instances().waitUntilRunningAsync("i", OPTIONS));

                assertThatThrownBy(() -> wait.join().get(10, TimeUnit.SECONDS))
                        .isInstanceOf(CancellationException.class);
                thread.get(10, TimeUnit.SECONDS).join(10_000);
                assertThat(thread.get(10, TimeUnit.SECONDS).isAlive()).isFalse();
                assertThat(server.requests()).isEqualTo(1);
            }
        }
    }

    @Nested
    class AClosedClient {

        @Test
        void endsItsWaits() {
            CountDownLatch never = new CountDownLatch(1);
            try (FaultServer server = FaultServer.replying(listed(1))) {
                GpuCloudClient client =
                        builder(server).sleeper(duration -> never.await()).build();
                CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);
                client.close();

                // Newer JDKs let join() wrap it in another of its kind.
                assertThatThrownBy(wait::join).isInstanceOf(CancellationException.class);
                assertThat(wait.handle((instance, failure) -> failure).join())
                        .isInstanceOf(CancellationException.class)
                        .hasMessage("the client was closed");
                assertThatThrownBy(() -> client.instances()
                                .waitUntilRunningAsync("i", OPTIONS)
                                .join())
                        .isInstanceOf(CancellationException.class);
            }
        }

        @Test
        void endsTheWaitsOfThoseThatWereMadeOfIt() {
            CountDownLatch never = new CountDownLatch(1);
            try (FaultServer server = FaultServer.replying(listed(1))) {
                GpuCloudClient client =
                        builder(server).sleeper(duration -> never.await()).build();
                CompletableFuture<Instance> wait = client.withOptions(RequestOptions.defaults())
                        .instances()
                        .waitUntilRunningAsync("i", OPTIONS);
                client.close();

                assertThat(wait.handle((instance, failure) -> failure)
                                .orTimeout(10, TimeUnit.SECONDS)
                                .join())
                        .isInstanceOf(CancellationException.class);
            }
        }

        @Test
        void endsTheWaitsOfThoseThatAreMadeOfItLater() {
            try (FaultServer server = FaultServer.replying(listed(1))) {
                GpuCloudClient client = builder(server).build();
                client.close();
                CompletableFuture<Instance> wait = client.withOptions(RequestOptions.defaults())
                        .instances()
                        .waitUntilRunningAsync("i", OPTIONS);

                assertThat(wait.handle((instance, failure) -> failure).join())
                        .isInstanceOf(CancellationException.class)
                        .hasMessage("the client was closed");
            }
        }

        @Test
        void endsAWaitThatIsAboutToLook() throws Exception {
            CompletableFuture<GpuCloudClient> built = new CompletableFuture<>();
            try (FaultServer server = FaultServer.replying(listed(1))) {
                GpuCloudClient client = builder(server)
                        .apiKey(() -> {
                            built.join().close();
                            return ApiKey.of("key");
                        })
                        .build();
                built.complete(client);
                CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);

                assertThat(wait.handle((instance, failure) -> failure).get(10, TimeUnit.SECONDS))
                        .isInstanceOf(CancellationException.class)
                        .hasMessage("the client was closed");
                assertThat(server.requests()).isZero();
            }
        }

        @Test
        void endsAWaitWhoseTurnToLookHasNotCome() throws Exception {
            CountDownLatch looking = new CountDownLatch(1);
            CountDownLatch due = new CountDownLatch(1);
            Reply unanswered = connection -> {
                looking.countDown();
                Reply.silence().answer(connection);
            };
            try (FaultServer server = FaultServer.replying(unanswered)) {
                GpuCloudClient client = builder(server)
                        .clock(() -> {
                            if (Thread.currentThread().getName().equals("gpu-cloud-waits")) {
                                due.countDown();
                            }
                            return time.instant();
                        })
                        .build();
                var other = CompletableFuture.runAsync(() -> client.instances().waitUntilRunning("i"));
                looking.await();
                CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);
                due.await();
                client.close();

                assertThatThrownBy(() -> wait.get(10, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
                other.cancel(true);
            }
        }
    }
}
