package io.gpucloud.client.internal;

import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceWaits;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The waits, each with its goal. */
class DefaultWaits implements InstanceWaits {

    private final Waits waits;

    DefaultWaits(Waits waits) {
        this.waits = waits;
    }

    @Override
    public Instance waitUntilRunning(String instanceUuid, WaitOptions options) {
        return await(instanceUuid, Goal.running(), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilRunningAsync(String instanceUuid, WaitOptions options) {
        return start(instanceUuid, Goal.running(), options);
    }

    @Override
    public Instance waitUntilReachable(String instanceUuid, Predicate<Instance> probe, WaitOptions options) {
        return await(instanceUuid, Goal.reachable(probe), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilReachableAsync(
            String instanceUuid, Predicate<Instance> probe, WaitOptions options) {
        return start(instanceUuid, Goal.reachable(probe), options);
    }

    @Override
    public Instance waitUntilShutDown(String instanceUuid, WaitOptions options) {
        return await(instanceUuid, Goal.shutDown(), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilShutDownAsync(String instanceUuid, WaitOptions options) {
        return start(instanceUuid, Goal.shutDown(), options);
    }

    @Override
    public void waitUntilGone(String instanceUuid, WaitOptions options) {
        waits.await(instanceUuid, Goal.removed(), options);
    }

    @Override
    public CompletableFuture<@Nullable Void> waitUntilGoneAsync(String instanceUuid, WaitOptions options) {
        return waits.start(instanceUuid, Goal.removed(), options, wait -> null);
    }

    @Override
    public Instance waitUntilImageSaved(String instanceUuid, WaitOptions options) {
        return await(instanceUuid, Goal.imageSaved(), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilImageSavedAsync(String instanceUuid, WaitOptions options) {
        return start(instanceUuid, Goal.imageSaved(), options);
    }

    private Instance await(String instanceUuid, Goal goal, WaitOptions options) {
        return waits.await(instanceUuid, goal, options).instance();
    }

    private CompletableFuture<Instance> start(String instanceUuid, Goal goal, WaitOptions options) {
        return waits.start(instanceUuid, goal, options, Wait::instance);
    }
}
