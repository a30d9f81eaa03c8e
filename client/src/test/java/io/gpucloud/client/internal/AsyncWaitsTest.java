package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.InstanceLists.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Waits that do not block the thread of the caller. */
class AsyncWaitsTest extends ClientTestBase {

    private static final WaitOptions OPTIONS = WaitOptions.defaults();

    /** With one thread, so that the order of events is certain. */
    private final Executor single = TestThreads.single();

    private CompletableFuture<Instance> begin(UnaryOperator<GpuCloudClientBuilder> settings) {
        return client(builder -> settings.apply(builder.executor(single)))
                .instances()
                .waitUntilRunningAsync("i", OPTIONS);
    }

    @Test
    void existForEveryCondition() {
        server.reply(Reply.data(
                "{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":22,\"title\":\"t\",\"save_image_status\":2},"
                        + "{\"instance_uuid\":\"j\",\"status\":2,\"title\":\"t\",\"server_url\":[\"https://a\"]}]}"));
        Instances instances = client(builder -> builder.executor(single)).instances();
        assertThat(Stream.of(
                        instances.waitUntilShutDownAsync("i", OPTIONS),
                        instances.waitUntilReachableAsync("j", instance -> true, OPTIONS),
                        instances.waitUntilAsync("i", instance -> "t".equals(instance.title()), OPTIONS)))
                .extracting(wait -> wait.join().title())
                .containsExactly("t", "t", "t");
        assertThat(instances.waitUntilGoneAsync("k", OPTIONS).join()).isNull();
    }

    @Test
    void shareTheirPolls() {
        CountDownLatch allBegun = new CountDownLatch(1);
        server.reply(
                connection -> {
                    allBegun.await();
                    listed(1).writeTo(connection);
                },
                listed(1),
                listed(1),
                listed(2));
        GpuCloudClient client = client(builder -> builder.executor(single));
        List<CompletableFuture<Instance>> waits = Stream.generate(
                        () -> client.instances().waitUntilRunningAsync("i", OPTIONS))
                .limit(500)
                .toList();
        allBegun.countDown();
        waits.forEach(CompletableFuture::join);

        // The poll that was in progress when the others began is too old for them.
        assertThat(server.requests()).isEqualTo(4);
    }

    @Test
    void pollNoLaterWhenTheClockIsSetBack() {
        server.reply(listed(1), listed(2));
        begin(builder -> builder.timer(time.withPauses(pause -> {
                    time.turnBack(Duration.ofMinutes(10));
                    return time.after(pause);
                })))
                .join();

        assertThat(time.sleeps()).hasSizeLessThan(10);
    }

    @Test
    void completeWithTheExceptionOfTheWait() {
        server.reply(listed(22));
        assertThatThrownBy(begin(builder -> builder)::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(WaitFailedException.class);
    }

    @Test
    void runHooksOnTheExecutorOfTheClient() {
        AtomicReference<String> thread = new AtomicReference<>();
        server.reply(listed(2));
        WaitOptions hooked = OPTIONS.toBuilder()
                .onPoll(progress -> thread.set(Thread.currentThread().getName()))
                .build();
        client(builder -> builder.executor(task -> new Thread(task, "mine").start()))
                .instances()
                .waitUntilRunningAsync("i", hooked)
                .join();

        assertThat(thread).hasValue("mine");
    }

    @Test
    void failWithAnErrorOfTheExecutor() {
        Error error = new LinkageError("a class is missing");
        server.reply(listed(2));
        CompletableFuture<Instance> wait = begin(builder -> builder.executor(task -> {
            throw error;
        }));

        assertThatThrownBy(wait::get).hasCause(error);
    }

    @Test
    void holdNoThreadBetweenTwoPolls() throws Exception {
        ExecutorService onlyThread = Executors.newSingleThreadExecutor();
        CountDownLatch resting = new CountDownLatch(1);
        server.reply(listed(1));
        CompletableFuture<Instance> wait =
                begin(builder -> builder.executor(onlyThread).timer(time.withPauses(pause -> {
                    resting.countDown();
                    return new CompletableFuture<>();
                })));
        resting.await();

        assertThat(onlyThread.submit(() -> "free").get()).isEqualTo("free");
        assertThat(wait).isNotDone();
        onlyThread.shutdownNow();
    }
}
