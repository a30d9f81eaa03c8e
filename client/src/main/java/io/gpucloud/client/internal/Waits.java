package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.model.Instance;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** The waits of a client: blocking ones on the thread of the caller, asynchronous ones on the executor of the client. */
final class Waits {

    private final SharedInstancePoll polls;
    private final WaitTimer timer;
    private final Executor executor;
    private final PendingWaits pending;

    Waits(String baseUrl, Settings settings, Supplier<Listing<Instance>> instances, PendingWaits pending) {
        timer = settings.timer();
        executor = settings.executor();
        polls = new SharedInstancePoll(instances, baseUrl, timer);
        this.pending = pending;
    }

    /** Waits, and returns the instance that fulfils the condition. */
    Instance await(String instanceUuid, WaitCondition condition, WaitOptions options) {
        return complete(instanceUuid, condition, options).instance();
    }

    /** Waits. The returned wait has no instance if the condition is that the instance is gone. */
    Wait complete(String instanceUuid, WaitCondition condition, WaitOptions options) {
        Wait wait = new Wait(instanceUuid, condition, options, polls, timer);
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
        Wait wait = new Wait(instanceUuid, condition, options, polls, timer);
        AsyncWait<T> async = new AsyncWait<>(wait, result, executor, pending);
        async.start();
        return async.future();
    }
}
