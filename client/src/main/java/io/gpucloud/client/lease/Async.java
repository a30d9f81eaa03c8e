package io.gpucloud.client.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs blocking work on the threads of an executor. */
final class Async {

    /** Starts a thread for each task, to close leases. None is a daemon, so that the JVM does not exit before an instance is destroyed. */
    static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "gpu-cloud-lease");
        // A thread inherits this from the thread that creates it, which may be a daemon, as in callbacks of futures.
        thread.setDaemon(false);
        thread.start();
    };

    private Async() {}

    /** Falls back to the calling thread if the system cannot create another. */
    static Executor orHere(Executor threads) {
        return task -> {
            try {
                threads.execute(task);
            } catch (OutOfMemoryError noThread) {
                task.run();
            }
        };
    }

    /** Runs work. If the future is cancelled before the end, {@code unwanted} receives the result and cleans it up. */
    static <T extends @Nullable Object> CompletableFuture<T> run(
            Executor executor, Supplier<T> work, Consumer<T> unwanted) {
        CompletableFuture<T> future = new CompletableFuture<>();
        executor.execute(() -> {
            if (future.isDone()) {
                return;
            }
            JvmKeepAlive.INSTANCE.begin();
            try {
                T result = work.get();
                if (!future.complete(result)) {
                    unwanted.accept(result);
                }
            } catch (RuntimeException | Error failure) {
                future.completeExceptionally(failure);
            } finally {
                JvmKeepAlive.INSTANCE.end();
            }
        });
        return future;
    }

    static CompletableFuture<@Nullable Void> run(Executor executor, Runnable work) {
        Supplier<@Nullable Void> nothing = () -> {
            work.run();
            return null;
        };
        return run(executor, nothing, done -> {});
    }
}
