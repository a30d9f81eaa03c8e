package io.gpucloud.stub.control;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How often, and how many at once, requests of one key are let in. Counted in the machine's time: a clock that stands still
 * must not starve a client.
 */
public final class RateLimits {

    /** Leave to go on that costs nothing. */
    public static final Pass FREE = () -> {};

    private final int perSecond;
    private final int concurrent;
    private final TimeMeter time;
    private final Map<String, Bucket> rates = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    /**
     * Limits that are the same for every key.
     *
     * @param perSecond requests in a second, or 0 for any number
     * @param concurrent requests at once, or 0 for any number
     * @param time the machine's time
     */
    public RateLimits(int perSecond, int concurrent, TimeMeter time) {
        this.perSecond = perSecond;
        this.concurrent = concurrent;
        this.time = time;
    }

    /** Leave to go on; given back when the request is answered. */
    public interface Pass {
        /** Gives it back. */
        void giveBack();
    }

    /** A request too many. */
    public static final class ExceededException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** In seconds, rounded up. */
        private final long retryAfter;

        private ExceededException(long retryAfter) {
            super("too many requests", null, false, false);
            this.retryAfter = retryAfter;
        }

        /**
         * When a request will be let in again.
         *
         * @return whole seconds of the machine, rounded up; for too many at once 1, which is a hint
         */
        public long retryAfter() {
            return retryAfter;
        }
    }

    /**
     * Lets a request in.
     *
     * @param apiKey the whole key
     * @return what to give back when it is answered
     * @throws ExceededException if it is one too many
     */
    public Pass enter(String apiKey) {
        if (perSecond > 0) {
            ConsumptionProbe probe = rates.computeIfAbsent(apiKey, this::bucket).tryConsumeAndReturnRemaining(1);
            if (!probe.isConsumed()) {
                throw new ExceededException(roundedUp(probe.getNanosToWaitForRefill()));
            }
        }
        return concurrent > 0 ? takePlace(apiKey) : FREE;
    }

    /**
     * Forgets what was counted of a key.
     *
     * @param apiKey the whole key
     */
    public void forget(String apiKey) {
        rates.remove(apiKey);
        places.remove(apiKey);
    }

    /** Forgets what was counted. */
    public void reset() {
        rates.clear();
        places.clear();
    }

    private Pass takePlace(String apiKey) {
        Semaphore free = places.computeIfAbsent(apiKey, absent -> new Semaphore(concurrent));
        if (!free.tryAcquire()) {
            throw new ExceededException(1);
        }
        return free::release;
    }

    private static long roundedUp(long nanos) {
        long second = TimeUnit.SECONDS.toNanos(1);
        return (nanos + second - 1) / second;
    }

    private Bucket bucket(@Nullable String apiKey) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
    }
}
