package io.gpucloud.stub.auth;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits the rate and the concurrency of the requests of each key. Uses real time, so that a frozen stub clock does not block
 * a client forever.
 */
public final class RateLimiter {

    /** A permit without a limit. */
    public static final Permit UNLIMITED = () -> {};

    private final int perSecond;
    private final int concurrent;
    private final Counters counters;

    /**
     * Creates a limiter with the same limits for every key.
     *
     * @param perSecond requests per second, or 0 for any number
     * @param concurrent concurrent requests, or 0 for any number
     */
    public RateLimiter(int perSecond, int concurrent, Counters counters) {
        this.perSecond = perSecond;
        this.concurrent = concurrent;
        this.counters = counters;
    }

    /** Counts the requests of each key. */
    public interface Counters {
        /**
         * Counts a request if the rate allows it.
         *
         * @return 0 if the request was counted, otherwise the nanoseconds until the next one is allowed
         */
        long nanosToWait(String apiKey);

        /**
         * Acquires a permit for a concurrent request, if one is left.
         *
         * @return the permit, which must be released once, or null if none was left
         */
        @Nullable
        Permit tryAcquire(String apiKey);

        /** Forgets the counters of a key. */
        void forget(String apiKey);

        /** Forgets all counters. */
        void clear();
    }

    /** A request exceeds a limit. */
    public static final class ExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** The pause in seconds, rounded up. */
        private final long retryAfter;

        private ExceededException(long retryAfter) {
            super(null, null, false, false);
            this.retryAfter = retryAfter;
        }

        /**
         * Returns the pause before the next request.
         *
         * @return real time in whole seconds, rounded up; 1 as an estimate if the concurrency was exceeded
         */
        public long retryAfter() {
            return retryAfter;
        }
    }

    /**
     * Admits a request.
     *
     * @return a permit, to be released when the request is complete
     * @throws ExceededException if a limit is exceeded
     */
    public Permit enter(String apiKey) {
        if (perSecond > 0) {
            long nanosToWait = counters.nanosToWait(apiKey);
            if (nanosToWait > 0) {
                throw new ExceededException(roundedUp(nanosToWait));
            }
        }
        return concurrent > 0 ? acquire(apiKey) : UNLIMITED;
    }

    /** Forgets the counters of a key. */
    public void forget(String apiKey) {
        counters.forget(apiKey);
    }

    /** Forgets all counters. */
    public void reset() {
        counters.clear();
    }

    private Permit acquire(String apiKey) {
        Permit permit = counters.tryAcquire(apiKey);
        if (permit == null) {
            throw new ExceededException(1);
        }
        return permit;
    }

    private static long roundedUp(long nanos) {
        long second = TimeUnit.SECONDS.toNanos(1);
        return (nanos + second - 1) / second;
    }
}
