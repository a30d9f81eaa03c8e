package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import io.gpucloud.client.resource.ShutdownTimerVerification.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
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
    private final LeaseClock clock;
    private final String instanceUuid;
    private volatile Instant endsAt = NEVER;
    private volatile boolean verified;
    private boolean warned;

    LeaseTimer(GpuCloudClient client, LeaseOptions options, LeaseClock clock, String instanceUuid) {
        this.clock = clock;
        this.client = client;
        this.options = options;
        this.instanceUuid = instanceUuid;
    }

    /**
     * Sets the timer and verifies it. If {@linkplain #requiresDestruction the instance has to be destroyed}, the end
     * stays what it was.
     *
     * @param requested the end; postponed if a service whose clock is ahead could take it for the past
     * @param stopped whether to read the list no more
     */
    ShutdownTimerVerification set(Instant requested, BooleanSupplier stopped) {
        ShutdownTimerVerification timer = schedule(Moment.later(requested, earliest()), stopped);
        verified = timer.outcome() == Outcome.CONFIRMED || (verified && isUnchanged(timer));
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

    /**
     * Lists may contradict each other for the window. So the timer is set a second time, and the list is read for the
     * window, before a contradiction counts, or before the instance is destroyed because the list does not show the
     * timer. Only a rental can be cancelled meanwhile: an interrupt must not end a lease that is extended.
     */
    private ShutdownTimerVerification schedule(Instant end, BooleanSupplier stopped) {
        Duration tolerance = options.clockTolerance();
        ShutdownTimerVerification timer = client.instances().scheduleShutdownAndVerify(instanceUuid, end, tolerance);
        Stopwatch stopwatch = clock.stopwatch();
        boolean repeated = false;
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            while (requiresDestruction(timer)
                    && !stopped.getAsBoolean()
                    && (!stopwatch.hasReached(options.window()) || isFirst(timer, repeated))) {
                work.sleep(stopwatch, options.interval());
                if (!isSet() && work.isInterrupted()) {
                    return timer;
                }
                if (isFirst(timer, repeated)) {
                    LOG.warn("instance {}: {}; setting the timer again", instanceUuid, timer.description());
                    timer = client.instances().scheduleShutdownAndVerify(instanceUuid, end, tolerance);
                    repeated = true;
                } else {
                    timer = ShutdownTimerVerification.of(timer.requested(), tolerance, listed());
                }
            }
            return timer;
        }
    }

    private static boolean isFirst(ShutdownTimerVerification timer, boolean repeated) {
        return timer.outcome() == Outcome.CONTRADICTED && !repeated;
    }

    /** Whether the list shows the timer of before. */
    boolean isUnchanged(ShutdownTimerVerification timer) {
        ShutdownRegular listed = timer.listed();
        return isSet()
                && listed != null
                && Boolean.TRUE.equals(listed.enable())
                && endsAt.equals(listed.shutdownTime());
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

    /** The earliest end that the service certainly accepts now. */
    Instant earliest() {
        return client.timer().now().plus(Preconditions.SHUTDOWN_LEAD_TIME).plus(options.clockTolerance());
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
