package io.gpucloud.stub.admin;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Limits wrong admin tokens per address of the caller: 10 in a row, then one per second. After an address has sent the right token, it is
 * no longer limited, so that wrong tokens of other callers behind the same proxy do not lock it out.
 */
final class TokenThrottle {

    static final int GUESSES = 10;
    /** The largest number of addresses. The least recently used one is dropped first. */
    static final int ADDRESSES = 1_000;

    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final TimeMeter time;
    private final Map<String, Caller> callers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Caller> eldest) {
            return size() > ADDRESSES;
        }
    };

    /** An address: whether it has sent the right token, and the guesses that it has left. */
    private record Caller(boolean trusted, Bucket guesses) {}

    TokenThrottle(TimeMeter time) {
        this.time = time;
    }

    /**
     * Takes one of the guesses of an address.
     *
     * @return 0 if a guess was left, otherwise the seconds until the next one
     */
    synchronized long secondsToWait(String address) {
        Caller caller = callers.computeIfAbsent(address, absent -> new Caller(false, guesses()));
        if (caller.trusted()) {
            return 0;
        }
        var probe = caller.guesses().tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? 0 : (probe.getNanosToWaitForRefill() + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
    }

    /** Ends the limit of an address that has sent the right token. */
    synchronized void trust(String address) {
        callers.put(address, new Caller(true, guesses()));
    }

    private Bucket guesses() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(GUESSES).refillGreedy(1, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
    }
}
