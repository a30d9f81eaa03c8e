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
 * The timer of a client that is given no other: that of the system, whose clock is corrected if it differs by more than
 * two minutes from the {@code Date} of responses. With a wrong clock, shutdown timers would be too early or too late,
 * and a sweep would not know how old an instance is. Between two responses the time only passes: if the clock is set
 * between a list and the create request after it, a lease still recognizes the instance as new. The next response ends
 * a difference, for example after the machine was suspended.
 */
public final class ServiceTime implements WaitTimer {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceTime.class);

    /** {@code Date} has whole seconds, and a response takes a while. */
    private static final Duration TOLERANCE = Duration.ofMinutes(2);

    private final WaitTimer system;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable Reading latest;

    /** The time at a response with a {@code Date}. */
    private record Reading(String date, Instant now, Duration elapsed) {}

    public ServiceTime() {
        this(WaitTimer.system());
    }

    ServiceTime(WaitTimer system) {
        this.system = system;
    }

    /**
     * Compares the clock with the time of a response, unless a cache has stored it. Parsing a date costs a tenth of a
     * call.
     */
    void observe(RawResponse response) {
        String date = response.header("Date");
        Reading last = latest;
        if (date == null || (last != null && date.equals(last.date())) || response.header("Age") != null) {
            return;
        }
        Instant sent = RetryAfter.date(date);
        if (sent == null) {
            return;
        }
        Instant now = system.now();
        Duration difference = Duration.between(now, sent);
        boolean wrong = difference.abs().compareTo(TOLERANCE) > 0;
        latest = new Reading(date, wrong ? sent : now, system.elapsed());
        if (wrong && warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The clock of this machine differs from that of the service by {} s. The client uses the time of the service for"
                            + " shutdown timers and leases. This is logged once per client",
                    difference.toSeconds());
        }
    }

    @Override
    public Instant now() {
        Reading since = latest;
        return since == null ? system.now() : since.now().plus(system.elapsed().minus(since.elapsed()));
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
