package io.gpucloud.client.internal;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The timer of a client that is given no other: that of the system, whose clock is corrected if it differs by more than two minutes from
 * the {@code Date} of responses. With a wrong clock, shutdown timers would be too early or too late, and a sweep would not know how old an
 * instance is.
 */
public final class ServiceTime implements WaitTimer {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceTime.class);

    /** {@code Date} has whole seconds, and a response takes a while. */
    private static final Duration TOLERANCE = Duration.ofMinutes(2);

    private final WaitTimer system = WaitTimer.system();
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile Duration offset = Duration.ZERO;

    /** Compares the clock with the time of a response, unless a cache has stored it. */
    void observe(RawResponse response) {
        Instant sent = response.header("Age") == null ? RetryAfter.date(response.header("Date")) : null;
        if (sent == null) {
            return;
        }
        Duration difference = Duration.between(system.now(), sent);
        boolean wrong = difference.abs().compareTo(TOLERANCE) > 0;
        offset = wrong ? difference : Duration.ZERO;
        if (wrong && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The clock of this machine differs from that of the service by {} s. The client uses the time of the service for"
                            + " shutdown timers and leases. This is logged once per client",
                    difference.toSeconds());
        }
    }

    @Override
    public Instant now() {
        return system.now().plus(offset);
    }

    @Override
    public Duration elapsed() {
        return system.elapsed();
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration delay) {
        return system.after(delay);
    }
}
