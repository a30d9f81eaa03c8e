package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.AsyncInstances;
import io.gpucloud.client.resource.ImageInstanceSpec;
import io.gpucloud.client.resource.ImageSave;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs the blocking methods on the executor of the client. Waits are asynchronous themselves and hold no thread between two polls. */
record DefaultAsyncInstances(Instances instances, Waits waits, AsyncCalls calls) implements AsyncInstances {

    @Override
    public CompletableFuture<Instance> createByPod(PodInstanceSpec spec) {
        Objects.requireNonNull(spec, "spec");
        return calls.call(() -> instances.createByPod(spec));
    }

    @Override
    public CompletableFuture<Instance> createByImage(ImageInstanceSpec spec) {
        Objects.requireNonNull(spec, "spec");
        return calls.call(() -> instances.createByImage(spec));
    }

    @Override
    public CompletableFuture<Listing<Instance>> list() {
        return calls.call(() -> instances.list());
    }

    @Override
    public CompletableFuture<Instance> get(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.call(() -> instances.get(instanceUuid));
    }

    @Override
    public CompletableFuture<Optional<Instance>> find(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.call(() -> instances.find(instanceUuid));
    }

    @Override
    public CompletableFuture<@Nullable Void> start(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.run(() -> instances.start(instanceUuid));
    }

    @Override
    public CompletableFuture<@Nullable Void> restart(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.run(() -> instances.restart(instanceUuid));
    }

    @Override
    public CompletableFuture<@Nullable Void> updateTitle(String instanceUuid, String title) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Objects.requireNonNull(title, "title");
        return calls.run(() -> instances.updateTitle(instanceUuid, title));
    }

    @Override
    public CompletableFuture<ImageSave> saveImage(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.call(() -> instances.saveImage(instanceUuid));
    }

    @Override
    public CompletableFuture<ImageSave> saveImage(
            String instanceUuid, @Nullable String title, @Nullable String remark) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.call(() -> instances.saveImage(instanceUuid, title, remark));
    }

    @Override
    public CompletableFuture<@Nullable Void> scheduleShutdown(String instanceUuid, Instant at) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Objects.requireNonNull(at, "at");
        return calls.run(() -> instances.scheduleShutdown(instanceUuid, at));
    }

    @Override
    public CompletableFuture<@Nullable Void> scheduleShutdown(String instanceUuid, Duration after) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Objects.requireNonNull(after, "after");
        return calls.run(() -> instances.scheduleShutdown(instanceUuid, after));
    }

    @Override
    public CompletableFuture<ShutdownTimerVerification> scheduleShutdownAndVerify(
            String instanceUuid, Instant at, Duration clockTolerance) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(clockTolerance, "clockTolerance");
        return calls.call(() -> instances.scheduleShutdownAndVerify(instanceUuid, at, clockTolerance));
    }

    @Override
    public CompletableFuture<@Nullable Void> cancelShutdown(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.run(() -> instances.cancelShutdown(instanceUuid));
    }

    @Override
    public CompletableFuture<@Nullable Void> destroy(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        return calls.run(() -> instances.destroy(instanceUuid));
    }

    @Override
    public CompletableFuture<Instance> waitUntil(
            String instanceUuid, Predicate<Instance> condition, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.of(condition), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilRunning(String instanceUuid) {
        return waitUntilRunning(instanceUuid, WaitOptions.defaults());
    }

    @Override
    public CompletableFuture<Instance> waitUntilRunning(String instanceUuid, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.running(), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilReachable(
            String instanceUuid, Predicate<Instance> probe, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.reachable(probe), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilShutDown(String instanceUuid) {
        return waitUntilShutDown(instanceUuid, WaitOptions.defaults());
    }

    @Override
    public CompletableFuture<Instance> waitUntilShutDown(String instanceUuid, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.shutDown(), options);
    }

    @Override
    public CompletableFuture<@Nullable Void> waitUntilGone(String instanceUuid) {
        return waitUntilGone(instanceUuid, WaitOptions.defaults());
    }

    @Override
    public CompletableFuture<@Nullable Void> waitUntilGone(String instanceUuid, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.removed(), options, wait -> null);
    }

    @Override
    public CompletableFuture<Instance> waitUntilImageSaved(String instanceUuid) {
        return waitUntilImageSaved(instanceUuid, WaitOptions.defaults());
    }

    @Override
    public CompletableFuture<Instance> waitUntilImageSaved(String instanceUuid, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.imageSaved(), options);
    }
}
