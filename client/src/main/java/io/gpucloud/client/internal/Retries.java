package io.gpucloud.client.internal;

import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The one place that decides whether a call is sent again, and when (D63). */
final class Retries {

    private final RetryPolicy policy;
    private final RandomGenerator random;

    Retries(RetryPolicy policy, RandomGenerator random) {
        this.policy = policy;
        this.random = random;
    }

    /** The pause before the next attempt; null if there must be none, or if it could not begin in the time left. */
    @Nullable
    Duration pauseAfter(GpuCloudException failure, Duration left) {
        if (failure.attempts() >= policy.maxAttempts() || !mayRepeat(failure)) {
            return null;
        }
        Duration asked = failure.retryAfter().orElse(null);
        if (asked != null && asked.compareTo(policy.maxRetryAfter()) > 0) {
            return null;
        }
        Duration pause = asked == null ? backoff(failure.attempts()) : asked;
        return pause.compareTo(left) < 0 ? pause : null;
    }

    private static boolean mayRepeat(GpuCloudException failure) {
        if (failure instanceof RateLimitedException) {
            return true;
        }
        if (failure instanceof TransportException broken && !broken.sent()) {
            // A certificate does not become valid by asking again.
            return !(broken.getCause() instanceof SSLException);
        }
        boolean mayPass = failure instanceof TransportException || failure instanceof ServerException;
        return mayPass && Operations.safeToRepeat(failure.operation());
    }

    /** Full jitter: anything between nothing and a bound that doubles. */
    private Duration backoff(int attempts) {
        long bound = policy.maxDelay().toMillis();
        int doublings = attempts - 1;
        if (doublings < Long.SIZE - 2 && policy.baseDelay().toMillis() <= bound >> doublings) {
            bound = policy.baseDelay().toMillis() << doublings;
        }
        return Duration.ofMillis(random.nextLong(bound + 1));
    }
}
