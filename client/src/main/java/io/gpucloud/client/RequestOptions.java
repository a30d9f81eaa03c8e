package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;

/**
 * The time limits of calls, the number of attempts, the pauses between them, and what interfaces of Feign return. The
 * options do not decide <em>which</em> calls may be sent again: an operation that may have taken effect and is not safe
 * to repeat is never sent again, because a second instance costs money.
 *
 * <p>The pause before attempt n + 1 is random, between zero and the smaller of {@code maxDelay} and {@code baseDelay *
 * 2^(n-1)} ("full jitter"). If the service sends {@code Retry-After}, the client waits that time instead. If it is
 * longer than {@code maxRetryAfter}, the call fails immediately. A host whose name is unknown is tried twice at most.
 */
public final class RequestOptions {

    private static final RequestOptions DEFAULTS = builder().build();

    private final Builder values;

    private RequestOptions(Builder values) {
        this.values = values;
    }

    /** {@return the default options, which the accessors document} */
    public static RequestOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder with the default options} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with these options} */
    public Builder toBuilder() {
        return values.copy();
    }

    /** {@return the longest wait for a connection; 5 s by default} */
    public Duration connectTimeout() {
        return values.connectTimeout;
    }

    /** {@return the longest silence while a response is awaited or read; 30 s by default} */
    public Duration readTimeout() {
        return values.readTimeout;
    }

    /** {@return the longest time of a whole call; 2 min by default} */
    public Duration deadline() {
        return values.deadline;
    }

    /** {@return how often a call is sent at most; 3 by default} */
    public int maxAttempts() {
        return values.maxAttempts;
    }

    /** {@return the upper bound of the first pause; 0.5 s by default} */
    public Duration baseDelay() {
        return values.baseDelay;
    }

    /** {@return the upper bound of every pause; 8 s by default} */
    public Duration maxDelay() {
        return values.maxDelay;
    }

    /** {@return the longest {@code Retry-After} that the client waits for; 60 s by default} */
    public Duration maxRetryAfter() {
        return values.maxRetryAfter;
    }

    /** {@return whether interfaces of Feign return failures; false by default} */
    public boolean returnFailures() {
        return values.returnFailures;
    }

    /** {@return whether a create request is sent again after HTTP 429; false by default} */
    public boolean retryCreateAfterRateLimit() {
        return values.retryCreateAfterRateLimit;
    }

    @Override
    public String toString() {
        return "RequestOptions[deadline=" + values.deadline + ", maxAttempts=" + values.maxAttempts + "]";
    }

    /**
     * Builds {@link RequestOptions}. No duration is longer than a year, and all but {@code maxRetryAfter} are positive.
     */
    public static final class Builder implements Cloneable {

        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration readTimeout = Duration.ofSeconds(30);
        private Duration deadline = Duration.ofMinutes(2);
        private int maxAttempts = 3;
        private Duration baseDelay = Duration.ofMillis(500);
        private Duration maxDelay = Duration.ofSeconds(8);
        private Duration maxRetryAfter = Duration.ofSeconds(60);
        private boolean retryCreateAfterRateLimit;
        private boolean returnFailures;

        private Builder() {}

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        /**
         * Sets how long to wait for a connection, from the pool or to the service.
         *
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder connectTimeout(Duration connectTimeout) {
            this.connectTimeout = Preconditions.positive(connectTimeout, "connectTimeout");
            return this;
        }

        /**
         * Sets how long the service may send nothing while a response is awaited or read.
         *
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder readTimeout(Duration readTimeout) {
            this.readTimeout = Preconditions.positive(readTimeout, "readTimeout");
            return this;
        }

        /**
         * Sets how long a call may take, with all attempts, pauses and bodies, however slow they are. The DNS lookup of
         * the operating system cannot be aborted, and may take longer.
         *
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder deadline(Duration deadline) {
            this.deadline = Preconditions.positive(deadline, "deadline");
            return this;
        }

        /**
         * Sets the number of attempts. A request whose operation may have taken effect is never sent again because of
         * this setting.
         *
         * @param maxAttempts how often a call is sent at most, 1 or more
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder maxAttempts(int maxAttempts) {
            Preconditions.require(maxAttempts >= 1, "maxAttempts must be 1 or more");
            this.maxAttempts = maxAttempts;
            return this;
        }

        /**
         * Sets the bounds of the pauses between attempts.
         *
         * @param baseDelay upper bound of the first pause
         * @param maxDelay upper bound of every pause, not less than {@code baseDelay}
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
         * @param maxRetryAfter the longest pause; may be zero
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder maxRetryAfter(Duration maxRetryAfter) {
            this.maxRetryAfter = Preconditions.notNegative(maxRetryAfter, "maxRetryAfter");
            return this;
        }

        /**
         * Sets whether methods of {@link GpuCloudClient#api} and of {@link GpuCloudFeign} return a response of HTTP 200
         * with any {@code code}. Otherwise, they throw the exception of the failure. Check {@link Envelope#code()}:
         * with a code other than 0, the operation failed. All other methods of the client always throw.
         */
        public Builder returnFailures(boolean returnFailures) {
            this.returnFailures = returnFailures;
            return this;
        }

        /**
         * Sets whether a request that creates an instance is sent again after HTTP 429. It is not by default: a gateway
         * may respond with HTTP 429 although the service has created the instance, and then you pay for two.
         */
        public Builder retryCreateAfterRateLimit(boolean retryCreateAfterRateLimit) {
            this.retryCreateAfterRateLimit = retryCreateAfterRateLimit;
            return this;
        }

        /** {@return the options} */
        public RequestOptions build() {
            return new RequestOptions(copy());
        }
    }
}
