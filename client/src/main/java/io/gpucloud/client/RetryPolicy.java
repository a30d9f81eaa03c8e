package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.Objects;

/**
 * The number of attempts of a call, and the pauses between them. The policy does not decide <em>which</em> calls may be sent again: an
 * operation that may have taken effect and is not safe to repeat is never sent again, because a second instance costs money.
 *
 * <p>The pause before attempt n + 1 is random, between zero and the smaller of {@code maxDelay} and {@code baseDelay * 2^(n-1)}
 * ("full jitter"). If the service sends {@code Retry-After}, the client waits that time instead. If it is longer than
 * {@code maxRetryAfter}, the call fails immediately.
 *
 * @param maxAttempts the largest number of attempts, 1 or more; 3 by default
 * @param baseDelay upper bound of the first pause, positive; 0.5 s by default
 * @param maxDelay upper bound of every pause, not less than {@code baseDelay}, at most a year; 8 s by default
 * @param maxRetryAfter the longest {@code Retry-After} that the client waits for, not negative; 60 s by default
 */
public record RetryPolicy(int maxAttempts, Duration baseDelay, Duration maxDelay, Duration maxRetryAfter) {

    private static final RetryPolicy DEFAULTS =
            new RetryPolicy(3, Duration.ofMillis(500), Duration.ofSeconds(8), Duration.ofSeconds(60));

    /**
     * Creates a policy.
     *
     * @param maxAttempts the largest number of attempts
     * @param baseDelay upper bound of the first pause
     * @param maxDelay upper bound of every pause
     * @param maxRetryAfter the longest pause that the service may request
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
     * Returns the default policy.
     *
     * @return 3 attempts, pauses of up to 0.5 and 1 s, {@code Retry-After} up to 60 s
     */
    public static RetryPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a policy without retries.
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
