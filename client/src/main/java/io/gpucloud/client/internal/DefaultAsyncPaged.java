package io.gpucloud.client.internal;

import io.gpucloud.client.AsyncPaged;
import io.gpucloud.client.Page;
import io.gpucloud.client.Paged;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Requests the pages on the executor of the client. */
record DefaultAsyncPaged<T>(Paged<T> paged, AsyncCalls calls) implements AsyncPaged<T> {

    @Override
    public AsyncPaged<T> withPageSize(int size) {
        return new DefaultAsyncPaged<>(paged.withPageSize(size), calls);
    }

    @Override
    public CompletableFuture<Page<T>> page(int number) {
        return calls.call(() -> paged.page(number));
    }

    @Override
    public CompletableFuture<@Nullable Void> forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action, "action");
        return calls.run(() -> paged.forEach(action));
    }

    @Override
    public CompletableFuture<List<T>> toList() {
        return calls.call(() -> paged.stream().toList());
    }
}
