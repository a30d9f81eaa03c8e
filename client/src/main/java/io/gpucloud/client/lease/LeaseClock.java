package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.ShutdownRegular;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time of all leases of a client. At least the pauses pass, so that all work ends even if the clock stands still or
 * is set back.
 */
final class LeaseClock {

    private final WaitTimer timer;
    private Duration ahead = Duration.ZERO;

    LeaseClock(WaitTimer timer) {
        this.timer = timer;
    }

    Instant now() {
        return timer.now();
    }

    synchronized Duration elapsed() {
        return timer.elapsed().plus(ahead);
    }

    Moment moment() {
        return new Moment(now(), elapsed(), timer.isCertain());
    }

    /** Whether a moment was certainly so long {@code ago}, so that something that cannot be undone may follow. */
    boolean hasPassed(Instant moment, Duration ago) {
        return timer.isCertain() && !now().minus(ago).isBefore(moment);
    }

    /** Returns true if a shutdown timer is in the future, or if the list does not show that it is over. */
    boolean mayBeAhead(@Nullable ShutdownRegular timer, Duration tolerance) {
        if (timer == null || Boolean.FALSE.equals(timer.enable())) {
            return false;
        }
        Instant moment = timer.shutdownTime();
        if (moment == null) {
            return Boolean.TRUE.equals(timer.enable());
        }
        // A smaller value may be a number of minutes, so the timer may still run.
        return moment.getEpochSecond() < Preconditions.FIRST_TIMESTAMP || !hasPassed(moment, tolerance);
    }

    Stopwatch stopwatch() {
        return new Stopwatch(this);
    }

    void sleep(Duration pause) throws InterruptedException {
        Duration end = elapsed().plus(pause);
        timer.sleep(pause);
        synchronized (this) {
            Duration missing = end.minus(elapsed());
            ahead = missing.isNegative() ? ahead : ahead.plus(missing);
        }
    }
}
