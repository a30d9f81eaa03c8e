package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceReference;
import io.gpucloud.client.model.NewInstanceFromImage;
import io.gpucloud.client.model.NewInstanceFromPod;
import io.gpucloud.client.model.NewPrivateImage;
import io.gpucloud.client.model.ShutdownTimer;
import io.gpucloud.client.model.TitleUpdate;
import io.gpucloud.client.resource.ImageSave;
import io.gpucloud.client.resource.Images;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

record DefaultInstances(
        InstancesApi api,
        InstancePages pages,
        Images images,
        Waits waits,
        WaitTimer timer,
        ShutdownTimeUnit shutdownTimeUnit)
        implements Instances {

    /** Rounds up: rounded down, a moment that is just late enough would be too early. */
    private static final int ROUND_UP = 1;

    private static final Logger LOG = LoggerFactory.getLogger(DefaultInstances.class);

    @Override
    public Instance create(InstanceSpec spec) {
        Objects.requireNonNull(spec, "spec");
        GpuCount count = GpuCount.of(spec.gpuCount());
        String image = spec.imageUuid();
        if (image != null) {
            NewInstanceFromImage ofImage = new NewInstanceFromImage(image, spec.gpuUuid(), count);
            return api.createInstanceByImage(ofImage).payload();
        }
        String pod = Objects.requireNonNull(spec.podUuid());
        NewInstanceFromPod ofPod = new NewInstanceFromPod(pod, spec.podTag(), spec.gpuUuid(), count);
        return api.createInstanceByPod(ofPod).payload();
    }

    @Override
    public Listing<Instance> list() {
        return InstanceLister.list(pages);
    }

    @Override
    public void start(String instanceUuid) {
        api.startInstance(reference(instanceUuid));
        waits.started(instanceUuid);
    }

    @Override
    public void restart(String instanceUuid) {
        api.restartInstance(reference(instanceUuid));
    }

    @Override
    public void updateTitle(String instanceUuid, String title) {
        api.updateInstanceTitle(new TitleUpdate(Preconditions.instance(instanceUuid), Preconditions.title(title)));
    }

    @Override
    public ImageSave saveImage(String instanceUuid, @Nullable String title, @Nullable String remark) {
        api.saveInstanceImage(new NewPrivateImage(Preconditions.instance(instanceUuid), title, remark));
        return new DefaultImageSave(this, waits, images, instanceUuid, title);
    }

    @Override
    public void scheduleShutdown(String instanceUuid, Instant at) {
        schedule(instanceUuid, at);
    }

    /** Returns the moment that was requested, in whole seconds. */
    private Instant schedule(String instanceUuid, Instant at) {
        Preconditions.instance(instanceUuid);
        Objects.requireNonNull(at, "at");
        Instant now = timer.now();
        long value = shutdownTimeUnit == ShutdownTimeUnit.MINUTES ? minutes(now, at) : timestamp(at);
        api.setShutdownTimer(new ShutdownTimer(instanceUuid, value, true));
        return shutdownTimeUnit == ShutdownTimeUnit.MINUTES
                ? now.truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofMinutes(value))
                : Instant.ofEpochSecond(value);
    }

    private static long timestamp(Instant at) {
        long seconds = Math.addExact(at.getEpochSecond(), at.getNano() == 0 ? 0 : ROUND_UP);
        Preconditions.require(
                seconds >= Preconditions.FIRST_TIMESTAMP, "the moment of a shutdown must not lie in 1970: " + at);
        return seconds;
    }

    private static long minutes(Instant now, Instant at) {
        Duration ahead = Duration.between(now, at);
        long minutes = ahead.toMinutes() + (ahead.equals(Duration.ofMinutes(ahead.toMinutes())) ? 0 : ROUND_UP);
        Preconditions.require(minutes > 0, "the moment of a shutdown must lie ahead: " + at);
        Preconditions.require(
                minutes < Preconditions.FIRST_TIMESTAMP,
                "the moment of a shutdown must lie less than 10,000,000 minutes ahead: " + at);
        return minutes;
    }

    @Override
    public ShutdownTimerVerification scheduleShutdownAndVerify(
            String instanceUuid, Instant at, Duration clockTolerance) {
        Preconditions.notNegative(clockTolerance, "clockTolerance");
        Instant requested = schedule(instanceUuid, at);
        return ShutdownTimerVerification.of(requested, clockTolerance, listed(instanceUuid));
    }

    /** The timer is set, so a list that cannot be read must not look like a failure to set it. */
    private @Nullable Instance listed(String instanceUuid) {
        try {
            return find(instanceUuid).orElse(null);
        } catch (GpuCloudException unreadable) {
            LOG.warn("cannot verify the shutdown timer of instance {}: {}", instanceUuid, unreadable.getMessage());
            return null;
        }
    }

    @Override
    public void scheduleShutdown(String instanceUuid, Duration after) {
        Preconditions.instance(instanceUuid);
        Objects.requireNonNull(after, "after");
        Preconditions.require(
                after.compareTo(Preconditions.SHUTDOWN_LEAD_TIME) >= 0,
                "a shutdown lies at least 5 minutes ahead, not " + DurationText.of(after));
        scheduleShutdown(instanceUuid, timer.now().plus(after));
    }

    @Override
    public void cancelShutdown(String instanceUuid) {
        api.setShutdownTimer(new ShutdownTimer(Preconditions.instance(instanceUuid), 0L, false));
    }

    @Override
    public void destroy(String instanceUuid) {
        api.destroyInstance(reference(instanceUuid));
    }

    @Override
    public Instance waitUntil(String instanceUuid, Predicate<Instance> condition, WaitOptions options) {
        return waits.await(instanceUuid, WaitCondition.of(condition), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilAsync(
            String instanceUuid, Predicate<Instance> condition, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.of(condition), options);
    }

    @Override
    public Instance waitUntilRunning(String instanceUuid, WaitOptions options) {
        return waits.await(instanceUuid, WaitCondition.running(), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilRunningAsync(String instanceUuid, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.running(), options);
    }

    @Override
    public Instance waitUntilReachable(String instanceUuid, Predicate<Instance> probe, WaitOptions options) {
        return waits.await(instanceUuid, WaitCondition.reachable(probe), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilReachableAsync(
            String instanceUuid, Predicate<Instance> probe, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.reachable(probe), options);
    }

    @Override
    public Instance waitUntilShutDown(String instanceUuid, WaitOptions options) {
        return waits.await(instanceUuid, WaitCondition.shutDown(), options);
    }

    @Override
    public CompletableFuture<Instance> waitUntilShutDownAsync(String instanceUuid, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.shutDown(), options);
    }

    @Override
    public void waitUntilGone(String instanceUuid, WaitOptions options) {
        waits.complete(instanceUuid, WaitCondition.removed(), options);
    }

    @Override
    public CompletableFuture<@Nullable Void> waitUntilGoneAsync(String instanceUuid, WaitOptions options) {
        return waits.awaitAsync(instanceUuid, WaitCondition.removed(), options, wait -> null);
    }

    private static InstanceReference reference(String instanceUuid) {
        return new InstanceReference(Preconditions.instance(instanceUuid));
    }
}
