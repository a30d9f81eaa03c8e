package io.gpucloud.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts blocking calls on an executor. */
record AsyncCalls(Executor executor) {

    <T extends @Nullable Object> CompletableFuture<T> call(Supplier<T> work) {
        AsyncCall<T> call = new AsyncCall<>(work);
        call.startOn(executor);
        return call.future();
    }

    CompletableFuture<@Nullable Void> run(Runnable work) {
        Supplier<@Nullable Void> nothing = () -> {
            work.run();
            return null;
        };
        return call(nothing);
    }
}
