package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import io.gpucloud.client.resource.ShutdownTimerVerification.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shutdown timer of a leased instance. One thread at a time may set it; any thread may read it. */
final class LeaseTimer {

    /** The end of an instance that has no timer yet. */
    private static final Instant NEVER = Instant.MAX;

    private static final Logger LOG = LoggerFactory.getLogger(LeaseTimer.class);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final String instanceUuid;
    private volatile Instant endsAt = NEVER;
    private volatile boolean verified;
    private boolean warned;

    LeaseTimer(GpuCloudClient client, LeaseOptions options, String instanceUuid) {
        this.client = client;
        this.options = options;
        this.instanceUuid = instanceUuid;
    }

    /**
     * Sets the timer and verifies it. If {@linkplain #requiresDestruction the instance has to be destroyed}, the end
     * stays what it was.
     *
     * @param requested the end; postponed if a service whose clock is ahead could take it for the past
     */
    ShutdownTimerVerification set(Instant requested) {
        Instant earliest =
                client.timer().now().plus(Preconditions.SHUTDOWN_LEAD_TIME).plus(options.clockTolerance());
        ShutdownTimerVerification timer = schedule(requested.isBefore(earliest) ? earliest : requested);
        verified = timer.outcome() == Outcome.CONFIRMED;
        if (!requiresDestruction(timer)) {
            warnUnlessVerified(timer);
            endsAt = timer.moment();
        }
        return timer;
    }

    /**
     * Continues with a timer that an ended process has set. It is verified if it was then, or if the list shows it now.
     */
    void resume(Instant end, boolean wasVerified, Instance listed) {
        endsAt = end;
        verified = wasVerified
                || ShutdownTimerVerification.of(end, options.clockTolerance(), listed)
                                .outcome()
                        == Outcome.CONFIRMED;
    }

    /** Sets the timer a second time after a contradiction, because the list may briefly show an old state. */
    private ShutdownTimerVerification schedule(Instant end) {
        ShutdownTimerVerification timer = scheduleOnce(end);
        if (timer.outcome() != Outcome.CONTRADICTED) {
            return timer;
        }
        LOG.warn("instance {}: {}; setting the timer again", instanceUuid, timer.description());
        try (UninterruptibleScope again = new UninterruptibleScope()) {
            again.sleep(new Stopwatch(client.timer()), options.interval());
            return scheduleOnce(end);
        }
    }

    /**
     * Reads the list again for the window before the instance is destroyed because the list does not show the timer.
     */
    private ShutdownTimerVerification scheduleOnce(Instant end) {
        Duration tolerance = options.clockTolerance();
        ShutdownTimerVerification timer = client.instances().scheduleShutdownAndVerify(instanceUuid, end, tolerance);
        Stopwatch stopwatch = new Stopwatch(client.timer());
        try {
            while (timer.outcome() == Outcome.NOT_VERIFIABLE
                    && requiresDestruction(timer)
                    && !stopwatch.hasReached(options.window())) {
                stopwatch.sleep(options.interval());
                timer = ShutdownTimerVerification.of(timer.requested(), tolerance, listed());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return timer;
    }

    private @Nullable Instance listed() {
        try {
            return client.instances().find(instanceUuid).orElse(null);
        } catch (GpuCloudException unreadable) {
            LOG.debug("the timer of instance {} cannot be verified yet: {}", instanceUuid, unreadable.getMessage());
            return null;
        }
    }

    /** Whether the timer may fail to stop the instance and the options do not accept that. */
    boolean requiresDestruction(ShutdownTimerVerification timer) {
        return switch (timer.outcome()) {
            case CONFIRMED -> false;
            case CONTRADICTED -> true;
            case NOT_VERIFIABLE -> options.unverifiedTimer() == UnverifiedTimerPolicy.DESTROY;
        };
    }

    private void warnUnlessVerified(ShutdownTimerVerification timer) {
        if (!verified && !warned) {
            warned = true;
            LOG.warn(
                    "the shutdown timer of instance {} cannot be verified, so it may not stop the instance: {}",
                    instanceUuid,
                    timer.description());
        }
    }

    /** Whether the timer has been set. */
    boolean isSet() {
        return !endsAt.equals(NEVER);
    }

    /** The end of the instance; {@link Instant#MAX} as long as the timer is not set. */
    Instant endsAt() {
        return endsAt;
    }

    boolean isVerified() {
        return verified;
    }
}
