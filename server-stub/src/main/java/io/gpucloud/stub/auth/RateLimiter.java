package io.gpucloud.stub.auth;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How often, and how many at once, requests of one key are let in. Counted in the machine's time: a clock that stands still
 * must not starve a client.
 */
public final class RateLimiter {

    /** Leave to go on that costs nothing. */
    public static final Pass FREE = () -> {};

    private final int perSecond;
    private final int concurrent;
    private final Counters counters;

    /**
     * Limits that are the same for every key.
     *
     * @param perSecond requests in a second, or 0 for any number
     * @param concurrent requests at once, or 0 for any number
     */
    public RateLimiter(int perSecond, int concurrent, Counters counters) {
        this.perSecond = perSecond;
        this.concurrent = concurrent;
        this.counters = counters;
    }

    /** Counts the requests of each key. */
    public interface Counters {
        /**
         * Counts a request, if there may be one more in this second.
         *
         * @return 0 if it was counted, or how long to wait for the next one, in nanoseconds
         */
        long nanosToWait(String apiKey);

        /**
         * Takes a place among those of requests under way, if there is one.
         *
         * @return gives this very place back, once; or null if there was none
         */
        @Nullable
        Pass takePlace(String apiKey);

        /** Forgets what was counted of a key. */
        void forget(String apiKey);

        /** Forgets what was counted. */
        void clear();
    }

    /** A permit, released when the request is complete. */
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
            super(null, null, false, false);
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
     * @throws ExceededException if it is one too many
     */
    public Pass enter(String apiKey) {
        if (perSecond > 0) {
            long nanosToWait = counters.nanosToWait(apiKey);
            if (nanosToWait > 0) {
                throw new ExceededException(roundedUp(nanosToWait));
            }
        }
        return concurrent > 0 ? takePlace(apiKey) : FREE;
    }

    /** Forgets what was counted of a key. */
    public void forget(String apiKey) {
        counters.forget(apiKey);
    }

    /** Forgets what was counted. */
    public void reset() {
        counters.clear();
    }

    private Pass takePlace(String apiKey) {
        Pass pass = counters.takePlace(apiKey);
        if (pass == null) {
            throw new ExceededException(1);
        }
        return pass;
    }

    private static long roundedUp(long nanos) {
        long second = TimeUnit.SECONDS.toNanos(1);
        return (nanos + second - 1) / second;
    }
}
