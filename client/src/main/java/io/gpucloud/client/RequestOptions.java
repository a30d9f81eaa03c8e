package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.Objects;

/** The time limits and the retry policy of calls. */
public final class RequestOptions {

    private static final RequestOptions DEFAULTS = builder().build();

    private final Duration connectTimeout;
    private final Duration readTimeout;
    private final Duration deadline;
    private final RetryPolicy retryPolicy;

    private RequestOptions(Builder builder) {
        connectTimeout = builder.connectTimeout;
        readTimeout = builder.readTimeout;
        deadline = builder.deadline;
        retryPolicy = builder.retryPolicy;
    }

    /** {@return the default options: 5 s to connect, 30 s without data, 2 min for the whole call, {@link RetryPolicy#defaults()}} */
    public static RequestOptions defaults() {
        return DEFAULTS;
    }

    /** {@return a builder with the default options} */
    public static Builder builder() {
        return new Builder();
    }

    /** {@return a builder with these options} */
    public Builder toBuilder() {
        return builder()
                .connectTimeout(connectTimeout)
                .readTimeout(readTimeout)
                .deadline(deadline)
                .retryPolicy(retryPolicy);
    }

    /** {@return the longest wait for a connection; 5 s by default} */
    public Duration connectTimeout() {
        return connectTimeout;
    }

    /** {@return the longest silence while a response is awaited or read; 30 s by default} */
    public Duration readTimeout() {
        return readTimeout;
    }

    /** {@return the longest time of a whole call; 2 min by default} */
    public Duration deadline() {
        return deadline;
    }

    /** {@return how a call is retried; {@link RetryPolicy#defaults()} by default} */
    public RetryPolicy retryPolicy() {
        return retryPolicy;
    }

    @Override
    public String toString() {
        return "RequestOptions[deadline=" + deadline + ", retryPolicy=" + retryPolicy + "]";
    }

    /** Builds {@link RequestOptions}. Each time limit is positive and not longer than a year. */
    public static final class Builder {

        private Duration connectTimeout = Duration.ofSeconds(5);
        private Duration readTimeout = Duration.ofSeconds(30);
        private Duration deadline = Duration.ofMinutes(2);
        private RetryPolicy retryPolicy = RetryPolicy.defaults();

        private Builder() {}

        /**
         * Sets how long to wait for a connection, from the pool or to the service.
         *
         * @param connectTimeout the longest wait
         * @return this builder
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder connectTimeout(Duration connectTimeout) {
            Preconditions.positive(connectTimeout, "connectTimeout");
            this.connectTimeout = connectTimeout;
            return this;
        }

        /**
         * Sets how long the service may send nothing while a response is awaited or read.
         *
         * @param readTimeout the longest silence
         * @return this builder
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder readTimeout(Duration readTimeout) {
            Preconditions.positive(readTimeout, "readTimeout");
            this.readTimeout = readTimeout;
            return this;
        }

        /**
         * Sets how long a call may take, with all attempts, pauses and bodies, however slow they are. The DNS lookup of the operating
         * system cannot be aborted, and may take longer.
         *
         * @param deadline the longest time
         * @return this builder
         * @throws IllegalArgumentException if it is out of its range
         */
        public Builder deadline(Duration deadline) {
            Preconditions.positive(deadline, "deadline");
            this.deadline = deadline;
            return this;
        }

        /**
         * Sets how often a call is sent, and how long to pause in between. A request whose operation may have taken effect is never sent
         * again by policy.
         *
         * @param retryPolicy the policy; {@link RetryPolicy#none()} for a single attempt
         * @return this builder
         */
        public Builder retryPolicy(RetryPolicy retryPolicy) {
            this.retryPolicy = Objects.requireNonNull(retryPolicy, "retryPolicy");
            return this;
        }

        /** {@return the options} */
        public RequestOptions build() {
            return new RequestOptions(this);
        }
    }
}
