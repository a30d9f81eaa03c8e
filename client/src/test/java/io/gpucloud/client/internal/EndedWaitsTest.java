package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.InstanceLists.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Latches;
import io.gpucloud.client.testing.Reply;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The ends of asynchronous waits that are cancelled, that fail, or whose client is closed. */
class EndedWaitsTest extends ClientTestBase {

    private static final WaitOptions OPTIONS = WaitOptions.defaults();

    private GpuCloudClient own(UnaryOperator<GpuCloudClientBuilder> settings) {
        return client(builder -> settings.apply(builder.executor(task -> new Thread(task, "mine").start())));
    }

    private static CompletableFuture<Instance> begin(GpuCloudClient client) {
        return client.instances().waitUntilRunningAsync("i", OPTIONS);
    }

    private static CompletableFuture<String> threadOfWhatDependsOn(CompletableFuture<Instance> wait) {
        return wait.handle((instance, failure) -> Thread.currentThread().getName());
    }

    /** The failure itself: in newer JDKs, join() wraps it in another exception of the same type. */
    private static Throwable failureOf(CompletableFuture<Instance> wait) {
        return wait.<Throwable>handle((instance, failure) -> failure)
                .orTimeout(10, TimeUnit.MINUTES)
                .join();
    }

    @Nested
    class ACancelledWait {

        @Test
        void endsItsPauseAndPollsNoMore() throws Exception {
            CompletableFuture<CompletableFuture<@Nullable Void>> pausing = new CompletableFuture<>();
            server.reply(listed(1));
            GpuCloudClient client = own(builder -> builder.timer(time.withPauses(duration -> {
                CompletableFuture<@Nullable Void> pause = new CompletableFuture<>();
                pausing.complete(pause);
                return pause;
            })));
            CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);
            CompletableFuture<@Nullable Void> pause = pausing.get();
            wait.cancel(true);

            assertThatThrownBy(pause::get).isInstanceOf(CancellationException.class);
            assertThat(server.requests()).isEqualTo(1);
        }

        @Test
        void pollsNoMoreWhenItIsCancelledBeforeItsPauseBegins() throws Exception {
            CompletableFuture<CompletableFuture<Instance>> wait = new CompletableFuture<>();
            CompletableFuture<Thread> ended = new CompletableFuture<>();
            server.reply(listed(1));
            GpuCloudClient client = own(builder -> builder.executor(task -> new Thread(() -> {
                                task.run();
                                ended.complete(Thread.currentThread());
                            })
                            .start())
                    .timer(time.withPauses(pause -> {
                        wait.join().cancel(true);
                        return time.after(pause);
                    })));
            wait.complete(client.instances().waitUntilRunningAsync("i", OPTIONS));

            ended.get();
            assertThat(wait.join()).isCancelled();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Nested
    class AClosedClient {

        @Test
        void endsItsWaitsAndThoseOfDerivedClients() {
            server.reply(listed(1));
            GpuCloudClient client = own(builder -> builder.timer(time.withEndlessPauses()));
            GpuCloudClient derived = client.withOptions(RequestOptions.defaults());
            List<CompletableFuture<Instance>> waits = List.of(begin(client), begin(derived));

            derived.close();
            assertThat(waits).noneMatch(CompletableFuture::isDone);
            client.close();

            assertThat(waits)
                    .map(EndedWaitsTest::failureOf)
                    .allSatisfy(failure -> assertThat(failure)
                            .isInstanceOf(CancellationException.class)
                            .hasMessage("the client was closed"));
            assertThat(failureOf(begin(client))).isInstanceOf(CancellationException.class);
        }

        @Test
        void endsAWaitThatIsAboutToPoll() throws Exception {
            CompletableFuture<GpuCloudClient> built = new CompletableFuture<>();
            server.reply(listed(1));
            GpuCloudClient client = own(builder -> builder.apiKey(() -> {
                built.join().close();
                return ApiKey.of("key");
            }));
            built.complete(client);
            CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);

            assertThat(failureOf(wait))
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("the client was closed");
            assertThat(server.requests()).isZero();
        }

        @Test
        void endsAWaitThatAwaitsThePollOfAnother() throws Exception {
            CountDownLatch polling = new CountDownLatch(1);
            CountDownLatch waiting = new CountDownLatch(1);
            server.reply(Reply.silence().announcing(polling));
            GpuCloudClient client = own(builder -> builder.executor(task -> new Thread(() -> {
                        task.run();
                        waiting.countDown();
                    })
                    .start()));
            var other = CompletableFuture.runAsync(
                    () -> client.instances().waitUntilRunning("i"), TestThreads.OF_THEIR_OWN);
            polling.await();
            CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);
            waiting.await();
            client.close();

            assertThatThrownBy(wait::get).isInstanceOf(CancellationException.class);
            other.cancel(true);
        }
    }

    @Nested
    class AFailedWait {

        @Test
        void completeOnTheExecutorWhenTheClientIsClosed() throws Exception {
            server.reply(listed(1));
            GpuCloudClient client = own(builder -> builder.timer(time.withEndlessPauses()));
            CompletableFuture<String> thread = threadOfWhatDependsOn(begin(client));
            client.close();

            assertThat(thread.get()).isEqualTo("mine");
        }

        @Test
        void completeOnTheExecutorWhenAPollFailsWithAnError() throws Exception {
            CountDownLatch depending = new CountDownLatch(1);
            server.reply(listed(1));
            GpuCloudClient client = own(builder -> builder.apiKey(() -> {
                Latches.await(depending);
                throw new LinkageError("a class is missing");
            }));
            CompletableFuture<String> thread = threadOfWhatDependsOn(begin(client));
            depending.countDown();

            assertThat(thread.get()).isEqualTo("mine");
        }

        @Test
        void failWithTheFailureOfTheTimer() throws Exception {
            AtomicBoolean broken = new AtomicBoolean(true);
            IllegalStateException failure = new IllegalStateException("the time machine is broken");
            server.reply(listed(1), listed(1), listed(1), listed(2));
            GpuCloudClient client = own(builder -> builder.timer(time.withPauses(
                    pause -> broken.get() ? CompletableFuture.failedFuture(failure) : time.after(pause))));
            assertThatThrownBy(begin(client)::get).hasRootCause(failure);
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i", OPTIONS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasCause(failure);
            broken.set(false);

            assertThat(begin(client).get().instanceUuid()).isEqualTo("i");
        }

        @Test
        void failWithTheExceptionOfTheTimer() {
            IllegalStateException failure = new IllegalStateException("the time machine is broken");
            server.reply(listed(1));
            GpuCloudClient client = own(builder -> builder.timer(time.withPauses(pause -> {
                throw failure;
            })));
            assertThatThrownBy(begin(client)::get).hasCause(failure);
        }

        @Test
        void failWhenTheirThreadIsInterrupted() {
            server.reply(listed(1));
            GpuCloudClient client = client(builder -> builder.executor(task -> new Thread(() -> {
                        Thread.currentThread().interrupt();
                        task.run();
                    })
                    .start()));
            assertThatThrownBy(begin(client)::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(WaitFailedException.class)
                    .hasMessageContaining("interrupted");
        }
    }
}
