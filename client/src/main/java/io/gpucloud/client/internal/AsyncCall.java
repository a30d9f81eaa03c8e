package io.gpucloud.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call on a thread of an executor. When its future is cancelled, or completed in another way from outside,
 * the thread is interrupted, which aborts the exchange under way ({@link DeadlineWatcher}).
 */
public final class AsyncCall<T extends @Nullable Object> extends FutureTask<T> {

    private final CompletableFuture<T> future = new CompletableFuture<>();

    private AsyncCall(Supplier<T> work) {
        super(work::get);
    }

    /** Starts a call. The future completes exceptionally if the executor rejects it. */
    public static <T extends @Nullable Object> CompletableFuture<T> start(Executor executor, Supplier<T> work) {
        AsyncCall<T> call = new AsyncCall<>(work);
        // Has no effect on a call that has ended itself.
        var unused = call.future.whenComplete((result, failure) -> call.cancel(true));
        try {
            executor.execute(call);
        } catch (RuntimeException | Error rejected) {
            call.future.completeExceptionally(rejected);
        }
        return call.future;
    }

    @Override
    public void run() {
        super.run();
        if (isCancelled()) {
            // The thread may belong to a pool.
            Thread.interrupted();
        }
    }

    @Override
    protected void set(T result) {
        super.set(result);
        future.complete(result);
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        future.completeExceptionally(failure);
    }
}
