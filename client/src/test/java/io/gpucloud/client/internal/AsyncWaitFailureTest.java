package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.InstanceLists.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The ends of failed asynchronous waits, and the threads of the stages that depend on them. */
class AsyncWaitFailureTest {

    private static final WaitOptions OPTIONS = WaitOptions.defaults();

    private final TestTime time = new TestTime();

    @AutoClose
    private final FaultServer server = new FaultServer();

    private GpuCloudClientBuilder builder() {
        return TestClients.builder(server, time).executor(task -> new Thread(task, "mine").start());
    }

    private static CompletableFuture<Instance> begin(GpuCloudClient client) {
        return client.instances().waitUntilRunningAsync("i", OPTIONS);
    }

    private static CompletableFuture<String> threadOfWhatDependsOn(CompletableFuture<Instance> wait) {
        return wait.handle((instance, failure) -> Thread.currentThread().getName());
    }

    private static <T> T of(CompletableFuture<T> future) throws Exception {
        return future.get(10, TimeUnit.SECONDS);
    }

    @Test
    void completeOnTheExecutorWhenTheClientIsClosed() throws Exception {
        server.reply(listed(1));
        GpuCloudClient client = builder().timer(time.withEndlessPauses()).build();
        CompletableFuture<String> thread = threadOfWhatDependsOn(begin(client));
        client.close();

        assertThat(of(thread)).isEqualTo("mine");
    }

    @Test
    void completeOnTheExecutorWhenAPollFailsWithAnError() throws Exception {
        CountDownLatch depending = new CountDownLatch(1);
        server.reply(listed(1));
        try (GpuCloudClient client = builder()
                .apiKey(() -> {
                    awaitQuietly(depending);
                    throw new LinkageError("a class is missing");
                })
                .build()) {
            CompletableFuture<String> thread = threadOfWhatDependsOn(begin(client));
            depending.countDown();

            assertThat(of(thread)).isEqualTo("mine");
        }
    }

    private static ApiKey awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return ApiKey.of(TestClients.KEY);
    }

    @Test
    void letOthersUseTheClientWhileItIsClosed() throws Exception {
        server.reply(listed(1));
        GpuCloudClient client = TestClients.builder(server, time)
                .executor(Runnable::run)
                .timer(time.withEndlessPauses())
                .build();
        CompletableFuture<Boolean> served = begin(client).handle((instance, failure) -> {
            var other = CompletableFuture.runAsync(
                    () -> {
                        var unused = begin(client);
                    },
                    TestThreads.OF_THEIR_OWN);
            return other.handle((done, rejected) -> rejected == null)
                    .completeOnTimeout(false, 10, TimeUnit.SECONDS)
                    .join();
        });
        client.close();

        assertThat(of(served)).isTrue();
    }

    @Test
    void failWithTheFailureOfTheTimer() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        IllegalStateException failure = new IllegalStateException("the time machine is broken");
        server.reply(listed(1), listed(1), listed(1), listed(2));
        try (GpuCloudClient client = builder()
                .timer(time.withPauses(
                        pause -> broken.get() ? CompletableFuture.failedFuture(failure) : time.after(pause)))
                .build()) {
            assertThatThrownBy(() -> of(begin(client))).hasRootCause(failure);
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i", OPTIONS))
                    .isInstanceOf(IllegalStateException.class)
                    .hasCause(failure);
            broken.set(false);

            assertThat(of(begin(client)).instanceUuid()).isEqualTo("i");
        }
    }

    @Test
    void failWithTheExceptionOfTheTimer() {
        IllegalStateException failure = new IllegalStateException("the time machine is broken");
        server.reply(listed(1));
        try (GpuCloudClient client = builder()
                .timer(time.withPauses(pause -> {
                    throw failure;
                }))
                .build()) {
            assertThatThrownBy(() -> of(begin(client))).hasCause(failure);
        }
    }

    @Test
    void failWhenTheirThreadIsInterrupted() {
        server.reply(listed(1));
        try (GpuCloudClient client = TestClients.builder(server, time)
                .executor(task -> new Thread(() -> {
                            Thread.currentThread().interrupt();
                            task.run();
                        })
                        .start())
                .build()) {
            assertThatThrownBy(() -> of(begin(client)))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(WaitFailedException.class)
                    .hasMessageContaining("interrupted");
        }
    }
}
