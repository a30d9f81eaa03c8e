package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;

/**
 * The number of attempts of a call, and the pauses between them. The policy does not decide <em>which</em> calls may be sent again: an
 * operation that may have taken effect and is not safe to repeat is never sent again, because a second instance costs money.
 *
 * <p>The pause before attempt n + 1 is random, between zero and the smaller of {@code maxDelay} and {@code baseDelay * 2^(n-1)}
 * ("full jitter"). If the service sends {@code Retry-After}, the client waits that time instead. If it is longer than
 * {@code maxRetryAfter}, the call fails immediately. A host whose name is unknown is tried twice at most.
 */
public final class RetryPolicy {

    private static final RetryPolicy DEFAULTS = builder().build();

    private final int maxAttempts;
    private final Duration baseDelay;
    private final Duration maxDelay;
    private final Duration maxRetryAfter;

    private RetryPolicy(Builder builder) {
        maxAttempts = builder.maxAttempts;
        baseDelay = builder.baseDelay;
        maxDelay = builder.maxDelay;
        maxRetryAfter = builder.maxRetryAfter;
    }

    /** {@return the default policy: 3 attempts, pauses of up to 0.5 and 1 s, {@code Retry-After} up to 60 s} */
    public static RetryPolicy defaults() {
        return DEFAULTS;
    }

    /** {@return a policy with one attempt} */
    public static RetryPolicy none() {
        return builder().maxAttempts(1).build();
    }

    /** {@return a builder with the default values} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with the values of this policy} */
    public Builder toBuilder() {
        return builder().maxAttempts(maxAttempts).delays(baseDelay, maxDelay).maxRetryAfter(maxRetryAfter);
    }

    /** {@return how often a call is sent at most; 3 by default} */
    public int maxAttempts() {
        return maxAttempts;
    }

    /** {@return the upper bound of the first pause; 0.5 s by default} */
    public Duration baseDelay() {
        return baseDelay;
    }

    /** {@return the upper bound of every pause; 8 s by default} */
    public Duration maxDelay() {
        return maxDelay;
    }

    /** {@return the longest {@code Retry-After} that the client waits for; 60 s by default} */
    public Duration maxRetryAfter() {
        return maxRetryAfter;
    }

    @Override
    public String toString() {
        return "RetryPolicy[maxAttempts=" + maxAttempts + ", baseDelay=" + baseDelay + ", maxDelay=" + maxDelay + "]";
    }

    /** Builds {@link RetryPolicy}. */
    public static final class Builder {

        private int maxAttempts = 3;
        private Duration baseDelay = Duration.ofMillis(500);
        private Duration maxDelay = Duration.ofSeconds(8);
        private Duration maxRetryAfter = Duration.ofSeconds(60);

        private Builder() {}

        /**
         * Sets the number of attempts.
         *
         * @param maxAttempts how often a call is sent at most, 1 or more
         * @return this builder
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxAttempts(int maxAttempts) {
            Preconditions.require(maxAttempts >= 1, "maxAttempts must be 1 or more");
            this.maxAttempts = maxAttempts;
            return this;
        }

        /**
         * Sets the bounds of the pauses.
         *
         * @param baseDelay upper bound of the first pause, positive
         * @param maxDelay upper bound of every pause, not less than {@code baseDelay}, and not longer than a year
         * @return this builder
         * @throws IllegalArgumentException if one is out of its range
         */
        public Builder delays(Duration baseDelay, Duration maxDelay) {
            Preconditions.positive(baseDelay, "baseDelay");
            Preconditions.positive(maxDelay, "maxDelay");
            Preconditions.require(maxDelay.compareTo(baseDelay) >= 0, "maxDelay must not be less than baseDelay");
            this.baseDelay = baseDelay;
            this.maxDelay = maxDelay;
            return this;
        }

        /**
         * Sets the longest {@code Retry-After} that the client waits for.
         *
         * @param maxRetryAfter the longest pause, not negative, and not longer than a year
         * @return this builder
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder maxRetryAfter(Duration maxRetryAfter) {
            Preconditions.notNegative(maxRetryAfter, "maxRetryAfter");
            this.maxRetryAfter = maxRetryAfter;
            return this;
        }

        /** {@return the policy} */
        public RetryPolicy build() {
            return new RetryPolicy(this);
        }
    }
}
