package io.gpucloud.client.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs blocking work of leases. The JVM does not exit before it has ended, because an instance would be left that costs
 * money.
 */
record LeaseExecutor(Executor executor) {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseExecutor.class);
    private static final AtomicInteger THREADS = new AtomicInteger();

    /** On the threads of an executor, which may be daemons or virtual. A thread of {@code keepers} waits meanwhile. */
    static LeaseExecutor on(Executor executor, Executor keepers) {
        return new LeaseExecutor(task -> executor.execute(() -> {
            CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
            try {
                keepers.execute(ended::join);
            } catch (RuntimeException | Error noThread) {
                LOG.warn("no thread is left to keep the JVM from exiting during asynchronous work on instances");
            }
            try {
                task.run();
            } finally {
                ended.complete(null);
            }
        }));
    }

    /** On a thread for each task, or on the calling thread if {@code threads} cannot start another. */
    static LeaseExecutor onThreads(Executor threads) {
        return new LeaseExecutor(task -> {
            try {
                threads.execute(task);
            } catch (OutOfMemoryError noThread) {
                task.run();
            }
        });
    }

    static void startThread(Runnable task) {
        Thread thread = new Thread(task, "gpu-cloud-lease-" + THREADS.incrementAndGet());
        // A thread inherits this from the thread that creates it, which may be a daemon, as in callbacks of futures.
        thread.setDaemon(false);
        thread.start();
    }

    /**
     * Calls a function. If the future is cancelled before the end, the work is abandoned. If the executor rejects it,
     * the future fails.
     *
     * @param unwanted cleans up a result that a cancelled future cannot have
     */
    <T extends @Nullable Object> CompletableFuture<T> call(
            Cancellation cancellation, Supplier<T> work, Consumer<T> unwanted) {
        CompletableFuture<T> future = new CompletableFuture<>();
        var unused = future.whenComplete((result, failure) -> cancellation.abandon(failure));
        Runnable task = () -> {
            if (future.isDone()) {
                return;
            }
            try {
                T result = work.get();
                if (!future.complete(result)) {
                    unwanted.accept(result);
                }
            } catch (RuntimeException | Error failure) {
                future.completeExceptionally(failure);
            }
        };
        try {
            executor.execute(task);
        } catch (RuntimeException | Error rejected) {
            future.completeExceptionally(rejected);
        }
        return future;
    }

    CompletableFuture<@Nullable Void> run(Runnable work) {
        Supplier<@Nullable Void> nothing = () -> {
            work.run();
            return null;
        };
        return call(new Cancellation(), nothing, unwanted -> {});
    }
}
