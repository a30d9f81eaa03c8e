package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.Objects;

/**
 * How often, and after which pauses, a call is sent again. <em>Which</em> calls may be sent again is no matter of policy:
 * an operation that may have taken effect, and that is not safe to repeat, never is because a repeated creation costs money.
 *
 * <p>The pause before attempt n + 1 is chance between zero and the lesser of {@code maxDelay} and {@code baseDelay * 2^(n-1)}
 * ("full jitter"). If the service names a pause by {@code Retry-After}, that one is kept in full instead, unless it is
 * longer than {@code maxRetryAfter}: then the call fails at once.
 *
 * @param maxAttempts how often a call is sent at most, 1 or more; 3 by default
 * @param baseDelay upper bound of the first pause, positive; 0.5 s by default
 * @param maxDelay upper bound of every pause, not less than {@code baseDelay}, at most a year; 8 s by default
 * @param maxRetryAfter the longest {@code Retry-After} that is waited for, not negative; 60 s by default
 */
public record RetryPolicy(int maxAttempts, Duration baseDelay, Duration maxDelay, Duration maxRetryAfter) {

    private static final RetryPolicy DEFAULTS =
            new RetryPolicy(3, Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofSeconds(60));

    /**
     * Takes a policy.
     *
     * @param maxAttempts how often a call is sent at most
     * @param baseDelay upper bound of the first pause
     * @param maxDelay upper bound of every pause
     * @param maxRetryAfter the longest pause that the service may ask for
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RetryPolicy {
        Preconditions.require(maxAttempts >= 1, "maxAttempts must be 1 or more");
        Preconditions.positive(baseDelay, "baseDelay");
        Preconditions.positive(maxDelay, "maxDelay");
        Preconditions.require(maxDelay.compareTo(baseDelay) >= 0, "maxDelay must not be less than baseDelay");
        Objects.requireNonNull(maxRetryAfter, "maxRetryAfter");
        Preconditions.require(!maxRetryAfter.isNegative(), "maxRetryAfter must not be negative");
    }

    /**
     * The policy that clients have unless they are given another.
     *
     * @return 3 attempts, pauses of up to 0.5 and 1 s, {@code Retry-After} up to 60 s
     */
    public static RetryPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * A policy that sends every call once.
     *
     * @return one attempt
     */
    public static RetryPolicy none() {
        return DEFAULTS.withMaxAttempts(1);
    }

    /**
     * Replaces the number of attempts.
     *
     * @param maxAttempts how often a call is sent at most, 1 or more
     * @return the changed policy
     * @throws IllegalArgumentException if it is less than 1
     */
    public RetryPolicy withMaxAttempts(int maxAttempts) {
        return new RetryPolicy(maxAttempts, baseDelay, maxDelay, maxRetryAfter);
    }

    /**
     * Replaces the bounds of the pauses.
     *
     * @param baseDelay upper bound of the first pause, positive
     * @param maxDelay upper bound of every pause, not less than {@code baseDelay}, and not longer than a year
     * @return the changed policy
     * @throws IllegalArgumentException if one is out of its range
     */
    public RetryPolicy withDelays(Duration baseDelay, Duration maxDelay) {
        return new RetryPolicy(maxAttempts, baseDelay, maxDelay, maxRetryAfter);
    }

    /**
     * Replaces the longest {@code Retry-After} that is waited for.
     *
     * @param maxRetryAfter the longest pause, not negative
     * @return the changed policy
     * @throws IllegalArgumentException if it is negative
     */
    public RetryPolicy withMaxRetryAfter(Duration maxRetryAfter) {
        return new RetryPolicy(maxAttempts, baseDelay, maxDelay, maxRetryAfter);
    }
}
