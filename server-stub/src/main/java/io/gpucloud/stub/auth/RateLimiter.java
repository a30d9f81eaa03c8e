package io.gpucloud.stub.auth;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the rate and the concurrency of the requests of each key. Uses real time, so that a frozen stub clock does not
 * block a client forever.
 */
public final class RateLimiter {

    /** A permit without a limit. */
    public static final Permit UNLIMITED = () -> {};

    private final int perSecond;
    private final int concurrent;
    private final TimeMeter time;
    private final Map<String, Bucket> rates = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> permits = new ConcurrentHashMap<>();

    /**
     * Creates a limiter with the same limits for every key.
     *
     * @param perSecond requests per second, or 0 for any number
     * @param concurrent concurrent requests, or 0 for any number
     * @param time the real time
     */
    public RateLimiter(int perSecond, int concurrent, TimeMeter time) {
        this.perSecond = perSecond;
        this.concurrent = concurrent;
        this.time = time;
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
            ConsumptionProbe probe =
                    rates.computeIfAbsent(apiKey, absent -> rate()).tryConsumeAndReturnRemaining(1);
            if (!probe.isConsumed()) {
                throw new ExceededException(roundedUp(probe.getNanosToWaitForRefill()));
            }
        }
        return concurrent > 0 ? acquire(apiKey) : UNLIMITED;
    }

    /** Forgets the counters of a key. */
    public void forget(String apiKey) {
        rates.remove(apiKey);
        permits.remove(apiKey);
    }

    /** Forgets all counters. */
    public void reset() {
        rates.clear();
        permits.clear();
    }

    private Bucket rate() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
    }

    private Permit acquire(String apiKey) {
        Semaphore free = permits.computeIfAbsent(apiKey, absent -> new Semaphore(concurrent));
        if (!free.tryAcquire()) {
            throw new ExceededException(1);
        }
        // Releases into the same semaphore, even if the key was forgotten and has a new one.
        return free::release;
    }

    private static long roundedUp(long nanos) {
        long second = TimeUnit.SECONDS.toNanos(1);
        return (nanos + second - 1) / second;
    }
}
