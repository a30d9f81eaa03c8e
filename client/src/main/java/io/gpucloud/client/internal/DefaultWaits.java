package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceWaits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The waits of a client: blocking ones on the thread of the caller, asynchronous ones on the executor of the client. */
class DefaultWaits implements InstanceWaits {

    private final SharedInstancePoll polls;
    private final WaitTimer timer;
    private final Executor executor;
    private final PendingWaits pending;

    DefaultWaits(Settings settings, Supplier<Listing<Instance>> instances, PendingWaits pending) {
        timer = settings.timer();
        executor = settings.executor();
        polls = new SharedInstancePoll(instances, settings.baseUrl().toString(), timer);
        this.pending = pending;
    }

    @Override
    public Instance waitUntil(String instanceUuid, Predicate<Instance> condition, WaitOptions options) {
        return await(instanceUuid, WaitCondition.of(condition), options);
    }

    CompletableFuture<Instance> waitUntilAsync(
            String instanceUuid, Predicate<Instance> condition, WaitOptions options) {
        return start(instanceUuid, WaitCondition.of(condition), options);
    }

    @Override
    public Instance waitUntilRunning(String instanceUuid, WaitOptions options) {
        return await(instanceUuid, WaitCondition.running(), options);
    }

    CompletableFuture<Instance> waitUntilRunningAsync(String instanceUuid, WaitOptions options) {
        return start(instanceUuid, WaitCondition.running(), options);
    }

    @Override
    public Instance waitUntilReachable(String instanceUuid, Predicate<Instance> probe, WaitOptions options) {
        return await(instanceUuid, WaitCondition.reachable(probe), options);
    }

    CompletableFuture<Instance> waitUntilReachableAsync(
            String instanceUuid, Predicate<Instance> probe, WaitOptions options) {
        return start(instanceUuid, WaitCondition.reachable(probe), options);
    }

    @Override
    public Instance waitUntilShutDown(String instanceUuid, WaitOptions options) {
        return await(instanceUuid, WaitCondition.shutDown(), options);
    }

    CompletableFuture<Instance> waitUntilShutDownAsync(String instanceUuid, WaitOptions options) {
        return start(instanceUuid, WaitCondition.shutDown(), options);
    }

    @Override
    public void waitUntilGone(String instanceUuid, WaitOptions options) {
        complete(instanceUuid, WaitCondition.removed(), options);
    }

    CompletableFuture<@Nullable Void> waitUntilGoneAsync(String instanceUuid, WaitOptions options) {
        return start(instanceUuid, WaitCondition.removed(), options, wait -> null);
    }

    @Override
    public Instance waitUntilImageSaved(String instanceUuid, WaitOptions options) {
        return await(instanceUuid, WaitCondition.imageSaved(), options);
    }

    CompletableFuture<Instance> waitUntilImageSavedAsync(String instanceUuid, WaitOptions options) {
        return start(instanceUuid, WaitCondition.imageSaved(), options);
    }

    private Instance await(String instanceUuid, WaitCondition condition, WaitOptions options) {
        return complete(instanceUuid, condition, options).instance();
    }

    private Wait complete(String instanceUuid, WaitCondition condition, WaitOptions options) {
        Wait wait = new Wait(instanceUuid, condition, options, polls, timer);
        try {
            for (CompletableFuture<?> next = wait.step(); next != null; next = wait.step()) {
                block(next);
            }
            return wait;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw wait.interrupted(interrupted);
        }
    }

    private static void block(CompletableFuture<?> next) throws InterruptedException {
        try {
            next.get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException("the timer failed: " + failure.getCause(), failure.getCause());
        } finally {
            next.cancel(false);
        }
    }

    private CompletableFuture<Instance> start(String instanceUuid, WaitCondition condition, WaitOptions options) {
        return start(instanceUuid, condition, options, Wait::instance);
    }

    private <T> CompletableFuture<T> start(
            String instanceUuid, WaitCondition condition, WaitOptions options, Function<Wait, T> result) {
        Wait wait = new Wait(instanceUuid, condition, options, polls, timer);
        AsyncWait<T> async = new AsyncWait<>(wait, result, executor, pending);
        async.start();
        return async.future();
    }
}
