package io.gpucloud.client.internal;

import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The one place that decides whether a call is sent again, and when (D63). */
final class Retries {

    /** Where to stop looking for a cause; causes may form a ring. */
    private static final int DEEPEST = 20;

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
            return !isOfCertificates(broken.getCause());
        }
        boolean mayPass = failure instanceof TransportException || failure instanceof ServerException;
        return mayPass && Operations.safeToRepeat(failure.operation());
    }

    /** A certificate does not become valid by asking again; a handshake that breaks off may go on the next time. */
    private static boolean isOfCertificates(@Nullable Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (isUntrusted(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private static boolean isUntrusted(Throwable cause) {
        return cause instanceof CertificateException
                || cause instanceof CertPathBuilderException
                || cause instanceof CertPathValidatorException
                || cause instanceof SSLPeerUnverifiedException;
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
