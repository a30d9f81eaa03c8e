package io.gpucloud.client.lease;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import java.time.Duration;

/** The pauses between attempts that fail. They grow up to a limit, and are not shorter than the service requests. */
final class BackOff {

    private static final int LONGEST_IN_INTERVALS = 6;

    /** A longer {@code Retry-After} is probably a mistake, such as a timestamp. */
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

    private final Duration interval;
    private final Duration longestRetryAfter;
    private Duration pause;

    BackOff(Duration interval) {
        this(interval, LONGEST_RETRY_AFTER);
    }

    BackOff(Duration interval, Duration longestRetryAfter) {
        this.interval = interval;
        this.longestRetryAfter = longestRetryAfter;
        pause = interval;
    }

    /** Whether a failure may be over after a pause. */
    static boolean isTemporary(GpuCloudException failure) {
        return failure instanceof RateLimitedException
                || failure instanceof ServerException
                || failure instanceof TransportException;
    }

    /** The pause after a failure. */
    Duration after(GpuCloudException failure) {
        Duration requested = shorter(failure.retryAfter().orElse(Duration.ZERO), longestRetryAfter);
        Duration next = afterFailure();
        return requested.compareTo(next) > 0 ? requested : next;
    }

    /** The pause after a failure that requests none. */
    Duration afterFailure() {
        Duration next = pause;
        pause = shorter(pause.multipliedBy(3).dividedBy(2), interval.multipliedBy(LONGEST_IN_INTERVALS));
        return next;
    }

    /** The pause after a success, which makes the next pauses short again. */
    Duration afterSuccess() {
        pause = interval;
        return interval;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
