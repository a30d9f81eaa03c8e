package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The waits of a client: blocking ones on the thread of the caller, asynchronous ones on the executor of the client.
 */
final class Waits implements AutoCloseable {

    /** How long after its start by this client an instance may still be listed as shut down. */
    private static final Duration START_TOLERANCE = Duration.ofSeconds(30);

    private final SharedInstancePoll polls;
    private final WaitTimer timer;
    private final Executor executor;
    private final Set<AsyncWait<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;
    private final Map<String, Duration> staleUntil = new ConcurrentHashMap<>();

    Waits(String baseUrl, Settings settings, Supplier<Listing<Instance>> instances) {
        timer = settings.timer();
        executor = settings.executor();
        polls = new SharedInstancePoll(instances, baseUrl, timer);
    }

    /** An instance was started. The list may show its status of before for a while. */
    void started(String instanceUuid) {
        Duration now = polls.now();
        staleUntil.values().removeIf(end -> end.compareTo(now) < 0);
        staleUntil.put(instanceUuid, now.plus(START_TOLERANCE));
    }

    private Wait begin(String instanceUuid, WaitCondition condition, WaitOptions options) {
        Duration stale = staleUntil.getOrDefault(Preconditions.instance(instanceUuid), polls.now());
        return new Wait(instanceUuid, condition, options, polls, timer, stale);
    }

    /** Waits, and returns the instance that fulfils the condition. */
    Instance await(String instanceUuid, WaitCondition condition, WaitOptions options) {
        return complete(instanceUuid, condition, options).instance();
    }

    /** Waits. The returned wait has no instance if the condition is that the instance is gone. */
    Wait complete(String instanceUuid, WaitCondition condition, WaitOptions options) {
        Wait wait = begin(instanceUuid, condition, options);
        try {
            for (CompletableFuture<?> next = wait.step(); next != null; next = wait.step()) {
                timer.await(next);
            }
            return wait;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw wait.interrupted(interrupted);
        }
    }

    CompletableFuture<Instance> awaitAsync(String instanceUuid, WaitCondition condition, WaitOptions options) {
        return awaitAsync(instanceUuid, condition, options, Wait::instance);
    }

    /** Waits without a thread between two polls. {@code result} is called once the condition is fulfilled. */
    <T> CompletableFuture<T> awaitAsync(
            String instanceUuid, WaitCondition condition, WaitOptions options, Function<Wait, T> result) {
        Wait wait = begin(instanceUuid, condition, options);
        return new AsyncWait<>(wait, result).start();
    }

    /** Ends the asynchronous waits in progress. */
    @Override
    public void close() {
        closed = true;
        pending.forEach(AsyncWait::cancel);
    }

    /**
     * One asynchronous wait. Its steps run on the executor, one after the other, and so does what depends on its
     * future. Between two steps it holds no thread.
     */
    private final class AsyncWait<T> {

        private final Wait wait;
        private final Function<Wait, T> result;
        private final CompletableFuture<T> future = new CompletableFuture<>();
        private volatile @Nullable CompletableFuture<?> resumption;

        AsyncWait(Wait wait, Function<Wait, T> result) {
            this.wait = wait;
            this.result = result;
        }

        /** Begins the wait, or cancels it if the client is closed. */
        CompletableFuture<T> start() {
            pending.add(this);
            var unused = future.whenComplete((reached, failure) -> release());
            if (closed) {
                cancel();
            } else {
                execute(this::run);
            }
            return future;
        }

        private void release() {
            pending.remove(this);
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
            boolean byClose = closed && !(failure instanceof CancellationException);
            future.completeExceptionally(byClose ? new CancellationException("the client was closed") : failure);
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
}
