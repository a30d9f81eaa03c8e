package io.gpucloud.client.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Blocking work on another thread. */
final class Async {

    /** A thread each, none of them a daemon: what looks after money must not end halfway because main has. */
    static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "gpu-cloud-lease");
        // Else it would be one wherever the caller is, as in callbacks of futures.
        thread.setDaemon(false);
        thread.start();
    };

    private Async() {}

    /** Where the system has no thread to give, the thread that asks. */
    static Executor orHere(Executor threads) {
        return task -> {
            try {
                threads.execute(task);
            } catch (OutOfMemoryError noThread) {
                task.run();
            }
        };
    }

    /** Runs work; what it brings after the future was cancelled goes to {@code unwanted}, so that somebody owns it. */
    static <T extends @Nullable Object> CompletableFuture<T> run(
            Executor executor, Supplier<T> work, Consumer<T> unwanted) {
        CompletableFuture<T> future = new CompletableFuture<>();
        executor.execute(() -> {
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
