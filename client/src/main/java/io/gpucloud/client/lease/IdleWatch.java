package io.gpucloud.client.lease;

import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends a lease that was not active for the idle timeout of its plan. The lease counts as active when it begins. */
final class IdleWatch {

    private static final Logger LOG = LoggerFactory.getLogger(IdleWatch.class);
    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    private final InstanceLease lease;
    private final Duration timeout;
    private final LeaseClock clock;
    private final @Nullable Predicate<InstanceLease> probe;
    private final Runnable idle;
    private final Upkeep.Task look;
    private volatile Duration lastActive;

    /** Whether nothing has shown yet how to recognize that the lease is active. */
    private volatile boolean unknown;

    private volatile boolean warned;

    /**
     * @param resumed whether another process has begun the lease: this one may not know that it has to touch it
     * @param idle ends the lease; called again if it fails
     */
    IdleWatch(InstanceLease lease, Duration timeout, LeaseContext context, boolean resumed, Runnable idle) {
        this.lease = lease;
        this.timeout = timeout;
        clock = context.clock();
        probe = context.options().active();
        unknown = resumed && probe == null;
        this.idle = idle;
        lastActive = clock.elapsed();
        look = context.upkeep().task(this::look);
        lookLater();
    }

    private void lookLater() {
        Duration quarter = timeout.dividedBy(4);
        look.in(quarter.compareTo(LONGEST_INTERVAL) < 0 ? quarter : LONGEST_INTERVAL);
    }

    void touch() {
        unknown = false;
        lastActive = clock.elapsed();
    }

    void end() {
        look.end();
    }

    private void look() {
        try {
            if (isActive()) {
                lastActive = clock.elapsed();
            } else if (clock.elapsed().minus(lastActive).compareTo(timeout) >= 0) {
                idle.run();
            }
        } finally {
            // After the end of the lease, this has no effect.
            lookLater();
        }
    }

    /** A failing probe counts as active: a job that is destroyed by mistake costs more than an idle hour. */
    private boolean isActive() {
        if (unknown) {
            warn("active(..) is not set, and nothing has called touch()");
            return true;
        }
        try {
            return probe != null && probe.test(lease);
        } catch (RuntimeException unreadable) {
            warn("active(..) failed: " + unreadable);
            return true;
        }
    }

    private void warn(String why) {
        if (!warned) {
            warned = true;
            LOG.warn("{} counts as active: {}", lease, why);
        }
    }
}
