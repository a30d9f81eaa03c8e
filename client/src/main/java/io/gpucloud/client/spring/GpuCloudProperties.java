package io.gpucloud.client.spring;

import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.ShutdownTimeUnit;
import io.gpucloud.client.lease.LeaseOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the client.
 *
 * @param baseUrl address of the service, with /api/open/v2 at its end; without it there is no client
 * @param apiKey the API key; without key and file, only the public operations work
 * @param apiKeyFile file that holds the API key, read anew for every attempt; used when there is no key
 * @param allowPlainHttp whether the key may travel by plain HTTP to other machines
 * @param connectTimeout longest wait for a connection
 * @param readTimeout longest silence while an answer is awaited or read
 * @param deadline longest time for a call in all
 * @param retry how calls are repeated
 * @param shutdownTimeUnit unit in which shutdown timers are sent, as the service reads them
 * @param leases whether to make a Leases bean, and its options unless there is a LeaseOptions bean
 * @param costWatch whether and how to watch what the account spends
 */
@ConfigurationProperties("gpu-cloud")
public record GpuCloudProperties(
        @Nullable String baseUrl,
        @Nullable String apiKey,
        @Nullable Path apiKeyFile,
        @DefaultValue("false") boolean allowPlainHttp,
        @DefaultValue("5s") Duration connectTimeout,
        @DefaultValue("30s") Duration readTimeout,
        @DefaultValue("2m") Duration deadline,
        @DefaultValue Retry retry,
        @DefaultValue("epoch-seconds") ShutdownTimeUnit shutdownTimeUnit,
        @DefaultValue Leasing leases,
        @DefaultValue CostWatching costWatch) {

    /**
     * How calls are repeated.
     *
     * @param maxAttempts how often a call is sent at most
     * @param baseDelay upper bound of the first pause
     * @param maxDelay upper bound of every pause
     * @param maxRetryAfter the longest Retry-After that is waited for
     */
    public record Retry(
            @DefaultValue("3") int maxAttempts,
            @DefaultValue("500ms") Duration baseDelay,
            @DefaultValue("8s") Duration maxDelay,
            @DefaultValue("60s") Duration maxRetryAfter) {}

    /**
     * The options of the Leases bean.
     *
     * @param enabled whether to make the bean
     * @param owner name that begins the title of each rented instance, by which a sweep recognizes the instances of a program; random
     *     unless set
     * @param journal directory of the lease journal; without it there is none
     */
    public record Leasing(
            @DefaultValue("true") boolean enabled,
            @Nullable String owner,
            @Nullable Path journal) {

        LeaseOptions options() {
            LeaseOptions options = LeaseOptions.defaults();
            options = owner == null ? options : options.withOwner(owner);
            return journal == null ? options : options.withJournal(journal);
        }
    }

    /**
     * How to watch what the account spends.
     *
     * @param enabled whether to watch at all
     * @param minTimeLeft how long balance and cards must last, or the health is down
     * @param maxAge how old what gauges and health tell may be, not negative and not longer than a year
     */
    public record CostWatching(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("24h") Duration minTimeLeft,
            @DefaultValue("1m") Duration maxAge) {

        private static final Duration OLDEST = Duration.ofDays(366);

        /**
         * Takes how to watch. What only gauges and health would refuse is refused here, so that an application does not start
         * with it.
         *
         * @param enabled whether to watch at all
         * @param minTimeLeft how long balance and cards must last
         * @param maxAge how old what gauges and health tell may be
         * @throws IllegalArgumentException if the age is negative or longer than a year
         */
        public CostWatching {
            if (maxAge.isNegative() || maxAge.compareTo(OLDEST) > 0) {
                throw new IllegalArgumentException(
                        "gpu-cloud.cost-watch.max-age must not be negative and not longer than a year");
            }
        }
    }

    RequestOptions options() {
        RetryPolicy policy = new RetryPolicy(retry.maxAttempts, retry.baseDelay, retry.maxDelay, retry.maxRetryAfter);
        return new RequestOptions(connectTimeout, readTimeout, deadline, policy);
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "GpuCloudProperties[baseUrl=" + baseUrl + "]";
    }
}
