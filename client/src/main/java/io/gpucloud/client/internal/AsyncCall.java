package io.gpucloud.client.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call on a thread of an executor. When its future is cancelled, or completed in another way from outside, the thread is
 * interrupted, which aborts the exchange under way ({@link DeadlineWatcher}).
 */
public final class AsyncCall<T extends @Nullable Object> implements Runnable {

    private final Supplier<T> work;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private @Nullable Thread runner;

    private AsyncCall(Supplier<T> work) {
        this.work = work;
    }

    /** Starts a call. The future completes exceptionally if the executor rejects it. */
    public static <T extends @Nullable Object> CompletableFuture<T> start(Executor executor, Supplier<T> work) {
        AsyncCall<T> call = new AsyncCall<>(work);
        var unused = call.future.whenComplete((result, failure) -> call.abort());
        try {
            executor.execute(call);
        } catch (RuntimeException | Error rejected) {
            call.future.completeExceptionally(rejected);
        }
        return call.future;
    }

    @Override
    public void run() {
        if (!begin()) {
            return;
        }
        try {
            T result = work.get();
            end();
            future.complete(result);
        } catch (RuntimeException | Error failure) {
            end();
            future.completeExceptionally(failure);
        }
    }

    private synchronized boolean begin() {
        if (future.isDone()) {
            return false;
        }
        runner = Thread.currentThread();
        return true;
    }

    /** After this, the call interrupts its thread no more, which may belong to a pool. */
    private synchronized void end() {
        runner = null;
        if (future.isDone()) {
            Thread.interrupted();
        }
    }

    private synchronized void abort() {
        if (runner != null) {
            runner.interrupt();
        }
    }
}
