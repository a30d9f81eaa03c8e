package io.gpucloud.stub.admin;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Limits wrong admin tokens per address of the caller: 10 in a row, then one per second. For 10 minutes after an address has sent the right
 * token, the limit is 100 in a row, then 10 per second, so that wrong tokens of other callers behind the same proxy rarely lock it out. At
 * the limit no token is checked, and requests that are not checked do not count: the next check follows within a second.
 */
final class TokenThrottle {

    static final int GUESSES = 10;
    static final int TRUSTED_GUESSES = 100;
    static final Duration TRUST = Duration.ofMinutes(10);
    /** The largest number of addresses. The least recently used one is dropped first. */
    static final int ADDRESSES = 1_000;

    private static final int PER_SECOND = 1;
    private static final int TRUSTED_PER_SECOND = 10;
    private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final TimeMeter time;
    private final Map<String, Caller> callers = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Caller> eldest) {
            return size() > ADDRESSES;
        }
    };

    TokenThrottle(TimeMeter time) {
        this.time = time;
    }

    /**
     * Checks a token, unless the address has no guess left. A wrong token takes one.
     *
     * @param isRight compares the token
     * @return whether it is right
     * @throws NoGuessLeftException if it was not checked
     */
    synchronized boolean check(String address, BooleanSupplier isRight) throws NoGuessLeftException {
        Caller caller = callers.computeIfAbsent(address, absent -> new Caller());
        Bucket guesses = caller.guesses();
        var probe = guesses.estimateAbilityToConsume(1);
        if (!probe.canBeConsumed()) {
            throw new NoGuessLeftException(probe.getNanosToWaitForRefill());
        }
        if (isRight.getAsBoolean()) {
            caller.trust();
            return true;
        }
        guesses.tryConsume(1);
        return false;
    }

    /** An address has sent too many wrong tokens. */
    static final class NoGuessLeftException extends Exception {

        private static final long serialVersionUID = 1L;
        private final long nanos;

        private NoGuessLeftException(long nanos) {
            super("no guess left");
            this.nanos = nanos;
        }

        /** The seconds until the next token is checked, at least 1. */
        long seconds() {
            return (nanos + NANOS_PER_SECOND - 1) / NANOS_PER_SECOND;
        }
    }

    /** The guesses of an address. Both budgets are kept when it gains or loses trust, so that this gives it no new guesses. */
    private final class Caller {
        private final Bucket untrusted = budget(GUESSES, PER_SECOND);
        private final Bucket trusted = budget(TRUSTED_GUESSES, TRUSTED_PER_SECOND);
        private boolean hasTrust;
        private long trustedAt;

        Bucket guesses() {
            return hasTrust && time.currentTimeNanos() - trustedAt < TRUST.toNanos() ? trusted : untrusted;
        }

        void trust() {
            hasTrust = true;
            trustedAt = time.currentTimeNanos();
        }
    }

    private Bucket budget(int inARow, int perSecond) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(inARow).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
    }
}
