package io.gpucloud.stub.admin;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits guesses of the token of {@code /__admin}: ten from an address, then one every six seconds. Uses real time,
 * because the caller that guesses may move the clock of the stub.
 */
final class WrongTokens {

    private static final int PER_MINUTE = 10;
    /** Bounds the memory. Each of them may guess, so the addresses that are forgotten gain little. */
    private static final int MOST_ADDRESSES = 1_000;

    private final TimeMeter time;
    private final Map<String, Bucket> guesses = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MOST_ADDRESSES;
        }
    };

    WrongTokens(TimeMeter time) {
        this.time = time;
    }

    /**
     * Counts a wrong token.
     *
     * @return 0 if the token may be judged, else the seconds until the address may send another, rounded up
     */
    synchronized long secondsToWait(String address, boolean right) {
        if (right && !guesses.containsKey(address)) {
            return 0;
        }
        Bucket left = guesses.computeIfAbsent(
                address,
                absent -> Bucket.builder()
                        .addLimit(limit -> limit.capacity(PER_MINUTE).refillGreedy(PER_MINUTE, Duration.ofMinutes(1)))
                        .withCustomTimePrecision(time)
                        .build());
        long nanos = right
                ? left.estimateAbilityToConsume(1).getNanosToWaitForRefill()
                : left.tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill();
        return Duration.ofNanos(nanos).plusNanos(999_999_999).toSeconds();
    }
}
