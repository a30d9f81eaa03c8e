package io.gpucloud.client;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.Objects;

/**
 * The timeouts and the retry policy of a call.
 *
 * @param connectTimeout longest wait for a connection, from the pool or to the service; 5 s by default
 * @param readTimeout longest silence while a response is awaited or read; 30 s by default
 * @param deadline longest time of a whole call: attempts, pauses and the reading of bodies, however slow they are; 2 min
 *     by default. The DNS lookup of the operating system cannot be aborted, and may take longer
 * @param retryPolicy how a call is retried
 */
public record RequestOptions(
        Duration connectTimeout, Duration readTimeout, Duration deadline, RetryPolicy retryPolicy) {

    private static final RequestOptions DEFAULTS = new RequestOptions(
            Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofMinutes(2), RetryPolicy.defaults());

    /**
     * Creates options.
     *
     * @param connectTimeout longest wait for a connection
     * @param readTimeout longest silence
     * @param deadline longest time of a whole call
     * @param retryPolicy how a call is retried
     * @throws IllegalArgumentException if a duration is not positive
     */
    public RequestOptions {
        Preconditions.positive(connectTimeout, "connectTimeout");
        Preconditions.positive(readTimeout, "readTimeout");
        Preconditions.positive(deadline, "deadline");
        Objects.requireNonNull(retryPolicy, "retryPolicy");
    }

    /**
     * Returns the default options.
     *
     * @return 5 s to connect, 30 s without data, 2 min for the whole call, {@link RetryPolicy#defaults()}
     */
    public static RequestOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Replaces the longest wait for a connection.
     *
     * @param connectTimeout the longest wait, positive
     * @return the changed options
     * @throws IllegalArgumentException if it is not positive
     */
    public RequestOptions withConnectTimeout(Duration connectTimeout) {
        return new RequestOptions(connectTimeout, readTimeout, deadline, retryPolicy);
    }

    /**
     * Replaces the longest silence.
     *
     * @param readTimeout the longest silence, positive
     * @return the changed options
     * @throws IllegalArgumentException if it is not positive
     */
    public RequestOptions withReadTimeout(Duration readTimeout) {
        return new RequestOptions(connectTimeout, readTimeout, deadline, retryPolicy);
    }

    /**
     * Replaces the longest time of a whole call.
     *
     * @param deadline the longest time, positive
     * @return the changed options
     * @throws IllegalArgumentException if it is not positive
     */
    public RequestOptions withDeadline(Duration deadline) {
        return new RequestOptions(connectTimeout, readTimeout, deadline, retryPolicy);
    }

    /**
     * Replaces the retry policy.
     *
     * @param retryPolicy the policy
     * @return the changed options
     */
    public RequestOptions withRetryPolicy(RetryPolicy retryPolicy) {
        return new RequestOptions(connectTimeout, readTimeout, deadline, retryPolicy);
    }
}
