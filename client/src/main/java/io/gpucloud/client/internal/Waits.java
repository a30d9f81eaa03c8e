package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

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
        return new AsyncWait<>(wait, result, executor, this).start();
    }

    /** Registers an asynchronous wait that begins. {@link #close()} ends it. */
    void add(AsyncWait<?> wait) {
        pending.add(wait);
    }

    void remove(AsyncWait<?> wait) {
        pending.remove(wait);
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends the asynchronous waits in progress. */
    @Override
    public void close() {
        closed = true;
        pending.forEach(AsyncWait::cancel);
    }
}
