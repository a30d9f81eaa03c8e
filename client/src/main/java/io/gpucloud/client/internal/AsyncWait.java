package io.gpucloud.client.internal;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous wait. Its steps run on the executor, one after the other, and so does what depends on its future.
 * Between two steps it holds no thread.
 */
final class AsyncWait<T> {

    private final Wait wait;
    private final Function<Wait, T> result;
    private final Executor executor;
    private final Waits waits;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<?> resumption;

    AsyncWait(Wait wait, Function<Wait, T> result, Executor executor, Waits waits) {
        this.wait = wait;
        this.result = result;
        this.executor = executor;
        this.waits = waits;
    }

    /** Begins the wait, or cancels it if the client is closed. */
    CompletableFuture<T> start() {
        waits.add(this);
        var unused = future.whenComplete((reached, failure) -> release());
        if (waits.isClosed()) {
            cancel();
        } else {
            execute(this::run);
        }
        return future;
    }

    private void release() {
        waits.remove(this);
        CompletableFuture<?> waitingFor = resumption;
        if (waitingFor != null) {
            waitingFor.cancel(false);
        }
    }

    private void run() {
        try {
            // A loop, since the timer of a test may complete pauses at once.
            while (!future.isDone()) {
                CompletableFuture<?> next = wait.step();
                if (next == null) {
                    future.complete(result.apply(wait));
                } else if (next.isDone()) {
                    next.join();
                } else {
                    resumeAfter(next);
                    return;
                }
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            fail(wait.interrupted(interruption));
        } catch (RuntimeException | Error failure) {
            fail(failure);
        }
    }

    private void resumeAfter(CompletableFuture<?> next) {
        resumption = next;
        var unused = next.whenComplete((over, failure) -> {
            if (!future.isDone()) {
                execute(failure == null ? this::run : () -> fail(failure));
            }
        });
        if (future.isDone()) {
            next.cancel(false);
        }
    }

    /** Ends the wait because the client is closed. */
    void cancel() {
        execute(() -> fail(new CancellationException("the client was closed")));
    }

    /** A closed transport may be noticed before {@link #cancel()} has run; then this is the reason, too. */
    private void fail(Throwable failure) {
        boolean closed = waits.isClosed() && !(failure instanceof CancellationException);
        future.completeExceptionally(closed ? new CancellationException("the client was closed") : failure);
    }

    /** Runs a task on the executor, or reports on this thread that the executor rejects it. */
    private void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException | Error rejected) {
            fail(rejected);
        }
    }
}
