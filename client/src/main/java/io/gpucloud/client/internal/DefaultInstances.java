package io.gpucloud.client.internal;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.InstancesApi;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.ImageSave;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.InstanceReference;
import io.gpucloud.client.model.NewInstanceFromImage;
import io.gpucloud.client.model.NewInstanceFromPod;
import io.gpucloud.client.model.ShutdownTimer;
import io.gpucloud.client.model.TitleUpdate;
import io.gpucloud.client.resource.ImageInstanceSpec;
import io.gpucloud.client.resource.Instances;
import io.gpucloud.client.resource.PodInstanceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

final class DefaultInstances extends DefaultWaits implements Instances {

    /** The service may read a smaller {@code shutdown_time} as minutes from now; assumption {@code timer-unit}. */
    private static final long FIRST_TIMESTAMP = 10_000_000;

    private final InstancesApi api;
    private final WaitTimer timer;

    DefaultInstances(
            InstancesApi api, Settings settings, Supplier<List<Instance>> pollOnce, PendingWaits pendingWaits) {
        super(settings, pollOnce, pendingWaits);
        this.api = api;
        timer = settings.timer();
    }

    @Override
    public Instance createByPod(PodInstanceSpec spec) {
        return EnvelopeDecoder.payload(api.createInstanceByPod(
                new NewInstanceFromPod(spec.podUuid(), spec.podTag(), spec.gpuUuid(), GpuCount.of(spec.gpuCount()))));
    }

    @Override
    public Instance createByImage(ImageInstanceSpec spec) {
        return EnvelopeDecoder.payload(api.createInstanceByImage(
                new NewInstanceFromImage(spec.imageUuid(), spec.gpuUuid(), GpuCount.of(spec.gpuCount()))));
    }

    @Override
    public List<Instance> list() {
        return EnvelopeDecoder.payload(api.listInstances()).instanceList();
    }

    @Override
    public void start(String instanceUuid) {
        api.startInstance(reference(instanceUuid));
    }

    @Override
    public void restart(String instanceUuid) {
        api.restartInstance(reference(instanceUuid));
    }

    @Override
    public void rename(String instanceUuid, String title) {
        api.updateInstanceTitle(new TitleUpdate(named(instanceUuid), Preconditions.title(title)));
    }

    @Override
    public void saveImage(String instanceUuid, @Nullable String imageName, @Nullable String remark) {
        api.saveInstanceImage(new ImageSave(named(instanceUuid), imageName, remark));
    }

    @Override
    public void scheduleShutdown(String instanceUuid, Instant at) {
        // Rounded up: cut off, a moment just far enough ahead would be too early.
        long seconds = at.getNano() == 0 ? at.getEpochSecond() : at.getEpochSecond() + 1;
        Preconditions.require(seconds >= FIRST_TIMESTAMP, "the moment of a shutdown must not lie in 1970: " + at);
        api.setShutdownTimer(new ShutdownTimer(named(instanceUuid), seconds, true));
    }

    @Override
    public void scheduleShutdown(String instanceUuid, Duration after) {
        Preconditions.require(
                after.compareTo(Preconditions.SHUTDOWN_LEAD_TIME) >= 0,
                "a shutdown lies at least 5 minutes ahead, not " + after);
        scheduleShutdown(instanceUuid, timer.now().plus(after));
    }

    @Override
    public void cancelShutdown(String instanceUuid) {
        api.setShutdownTimer(new ShutdownTimer(named(instanceUuid), 0L, false));
    }

    @Override
    public void destroy(String instanceUuid) {
        api.destroyInstance(reference(instanceUuid));
    }

    private static InstanceReference reference(String instanceUuid) {
        return new InstanceReference(named(instanceUuid));
    }

    private static String named(String instanceUuid) {
        return Preconditions.identifier(instanceUuid, "instanceUuid");
    }
}
