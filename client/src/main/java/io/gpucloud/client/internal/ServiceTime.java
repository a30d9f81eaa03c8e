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
 *
 * <p>The time is certain as soon as a {@code Date} agrees with the clock of the machine. Otherwise it takes several
 * responses over a minute that agree with each other, because one node of the service may have a wrong clock. A certain
 * time does not follow a {@code Date} that disagrees.
 */
public final class ServiceTime implements WaitTimer {

    private static final Logger LOG = LoggerFactory.getLogger(ServiceTime.class);

    /** {@code Date} has whole seconds, and a response takes a while. */
    private static final Duration TOLERANCE = Duration.ofMinutes(2);

    private static final Duration LEAST_AGREEMENT = Duration.ofMinutes(1);
    private static final int FEWEST_RESPONSES = 3;

    private final WaitTimer system;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile @Nullable String latestDate;

    /** The moment at which {@link #elapsed} was zero, as the responses say; null before the first one. */
    private volatile @Nullable Instant origin;

    private volatile boolean certain;

    /** The responses that agree with each other, and neither with the machine nor with a certain time; null if none. */
    private @Nullable Agreement others;

    private record Agreement(Instant origin, Duration since, int responses) {

        boolean suffices(Duration elapsed) {
            return responses >= FEWEST_RESPONSES && elapsed.minus(since).compareTo(LEAST_AGREEMENT) >= 0;
        }
    }

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
        if (date != null && date.equals(latestDate)) {
            return;
        }
        Instant sent = date == null || response.header("Age") != null ? null : RetryAfter.date(date);
        if (sent != null) {
            latestDate = date;
            compare(sent);
        } else if (origin == null) {
            // Without a date, the clock of the machine is the only one.
            certain = true;
        }
    }

    private synchronized void compare(Instant sent) {
        Duration elapsed = system.elapsed();
        Instant now = system.now();
        if (agree(sent, now)) {
            follow(now.minus(elapsed), true);
            return;
        }
        Instant sentOrigin = sent.minus(elapsed);
        Instant known = certain ? origin : null;
        if (known != null && agree(sentOrigin, known)) {
            follow(sentOrigin, true);
        } else {
            others = others == null || !agree(others.origin(), sentOrigin)
                    ? new Agreement(sentOrigin, elapsed, 1)
                    : new Agreement(others.origin(), others.since(), others.responses() + 1);
            if (known == null || others.suffices(elapsed)) {
                warn(Duration.between(now, sent));
                follow(sentOrigin, others.suffices(elapsed));
            }
        }
    }

    private static boolean agree(Instant one, Instant other) {
        return Duration.between(one, other).abs().compareTo(TOLERANCE) <= 0;
    }

    private void follow(Instant newOrigin, boolean isCertain) {
        origin = newOrigin;
        certain = isCertain;
        others = isCertain ? null : others;
    }

    private void warn(Duration difference) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "The clock of this machine differs from that of the service by {} s. The client uses the time of the service for"
                            + " shutdown timers and leases. This is logged once per client",
                    difference.toSeconds());
        }
    }

    @Override
    public Instant now() {
        Instant known = origin;
        return known == null ? system.now() : known.plus(system.elapsed());
    }

    @Override
    public boolean isCertain() {
        return certain;
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
