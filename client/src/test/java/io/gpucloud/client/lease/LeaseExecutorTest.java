package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JVM does not exit before asynchronous work of leases has ended. */
class LeaseExecutorTest {

    /** As in a callback of a future, whose thread is a daemon. */
    private static void startDaemon(Runnable task) {
        Thread daemon = new Thread(task);
        daemon.setDaemon(true);
        daemon.start();
    }

    @Test
    void startsNoDaemonEvenIfADaemonCalls() throws Exception {
        CompletableFuture<Thread> started = new CompletableFuture<>();

        startDaemon(() -> LeaseExecutor.startThread(() -> started.complete(Thread.currentThread())));

        Thread thread = started.get();
        assertThat(thread.isDaemon()).isFalse();
        assertThat(thread.getName()).matches("gpu-cloud-lease-\\d+");
    }

    @Test
    void keepsAThreadWhileADaemonWorks() throws Exception {
        CompletableFuture<Thread> keeper = new CompletableFuture<>();
        Executor keepers = task -> LeaseExecutor.startThread(() -> {
            keeper.complete(Thread.currentThread());
            task.run();
        });

        boolean kept = LeaseExecutor.on(LeaseExecutorTest::startDaemon, keepers)
                .call(new Cancellation(), () -> keeper.join().isAlive(), unwanted -> {})
                .get();

        assertThat(kept).isTrue();
        keeper.join().join();
    }

    @ParameterizedTest
    @CsvSource({"true,false", "false,true", "false,false"})
    void aFailureThatTheFutureDoesNotGetIsNotLost(boolean cancelledBefore, boolean cancelledMeanwhile) {
        Cancellation cancellation = new Cancellation();
        List<String> unreported = new ArrayList<>();
        List<Runnable> tasks = new ArrayList<>();
        CompletableFuture<Runnable> cancel = new CompletableFuture<>();
        IllegalStateException failure = new IllegalStateException("unknown");
        var work = new LeaseExecutor(tasks::add)
                .call(
                        cancellation,
                        () -> {
                            cancelIf(cancelledBefore, cancel);
                            cancellation.fail(failure, () -> unreported.add("failure"));
                            cancelIf(cancelledMeanwhile, cancel);
                            throw failure;
                        },
                        unwanted -> {});
        cancel.complete(() -> work.cancel(true));

        tasks.forEach(Runnable::run);

        assertThat(unreported).hasSize(cancelledBefore || cancelledMeanwhile ? 1 : 0);
        assertThat(work).isCompletedExceptionally();
    }

    private static void cancelIf(boolean cancelled, CompletableFuture<Runnable> cancel) {
        if (cancelled) {
            cancel.join().run();
        }
    }

    @Test
    void doesNotBeginWorkThatIsCancelledBefore() {
        List<Runnable> tasks = new ArrayList<>();
        CompletableFuture<Thread> worked = new CompletableFuture<>();

        var work = new LeaseExecutor(tasks::add).run(() -> worked.complete(Thread.currentThread()));
        work.cancel(true);
        tasks.forEach(Runnable::run);

        assertThat(worked).isNotDone();
    }

    @Test
    void worksWithoutAKeeperIfNoneCanBeStarted() {
        Executor noKeepers = task -> {
            throw new InternalError("of the test");
        };

        assertThat(LeaseExecutor.on(Runnable::run, noKeepers).run(() -> {})).isCompleted();
    }

    @Test
    void failsTheFutureIfTheExecutorRejectsTheWork() {
        RejectedExecutionException rejected = new RejectedExecutionException("no thread is free");
        Executor busy = task -> {
            throw rejected;
        };

        var work = LeaseExecutor.on(busy, LeaseExecutor::startThread).run(() -> {});

        assertThatThrownBy(work::join).hasCause(rejected);
    }

    @Test
    void usesTheCallingThreadIfTheSystemCannotCreateAnother() {
        Executor exhausted = task -> {
            throw new OutOfMemoryError("unable to create native thread");
        };
        CompletableFuture<Thread> worked = new CompletableFuture<>();

        var unused = LeaseExecutor.onThreads(exhausted).run(() -> worked.complete(Thread.currentThread()));

        assertThat(worked).isCompletedWithValue(Thread.currentThread());
    }
}
