package io.gpucloud.client.lease;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs blocking work of leases on the threads of an executor, and keeps the JVM alive meanwhile. */
record LeaseExecutor(Executor executor, JvmKeepAlive keepAlive) {

    /** Calls a function. If the future is cancelled before the end, so is the work, and {@code unwanted} cleans up a result. */
    <T extends @Nullable Object> CompletableFuture<T> call(
            Cancellation cancellation, Supplier<T> work, Consumer<T> unwanted) {
        CompletableFuture<T> future = new CompletableFuture<>();
        var unused = future.whenComplete((result, failure) -> cancellation.cancel());
        executor.execute(() -> {
            if (future.isDone()) {
                return;
            }
            keepAlive.begin();
            try {
                T result = work.get();
                if (!future.complete(result)) {
                    unwanted.accept(result);
                }
            } catch (RuntimeException | Error failure) {
                future.completeExceptionally(failure);
            } finally {
                keepAlive.end();
            }
        });
        return future;
    }

    CompletableFuture<@Nullable Void> run(Runnable work) {
        Cancellation cancellation = new Cancellation();
        Supplier<@Nullable Void> nothing = () -> {
            work.run();
            return null;
        };
        return call(cancellation, () -> cancellation.run(nothing), unwanted -> {});
    }
}
