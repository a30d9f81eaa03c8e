package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.RateLimitedException;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configures a health indicator if the health module of Spring Boot is present and there is a single or primary
 * client. The indicator reads the balance, or a page of pods if there is no API key, at most once in 30 seconds.
 * {@code management.health.gpu-cloud.enabled=false} disables it.
 */
@AutoConfiguration(after = GpuCloudAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
public class GpuCloudHealthAutoConfiguration {

    /** Called by Spring. */
    public GpuCloudHealthAutoConfiguration() {}

    // On the class, Spring would load this annotation even without the health module, and fail.
    @Bean
    @ConditionalOnEnabledHealthIndicator("gpu-cloud")
    @ConditionalOnSingleCandidate(GpuCloudClient.class)
    @ConditionalOnMissingBean(name = "gpuCloudHealthIndicator")
    HealthIndicator gpuCloudHealthIndicator(GpuCloudClient client) {
        GpuCloudClient impatient = client.withOptions(GpuCloudAutoConfiguration.FAIL_FAST);
        return new CachedHealth(client.timer(), () -> health(impatient));
    }

    /** Probes may come every second from several places, so they share a call of the service. */
    private static final class CachedHealth implements HealthIndicator {

        private static final Duration MAX_AGE = Duration.ofSeconds(30);

        private final WaitTimer timer;
        private final Supplier<Health> reader;
        private final Lock reading = new ReentrantLock();
        private @Nullable Health latest;
        private Duration readAt = Duration.ZERO;

        CachedHealth(WaitTimer timer, Supplier<Health> reader) {
            this.timer = timer;
            this.reader = reader;
        }

        @Override
        public Health health() {
            reading.lock();
            try {
                Health known = latest;
                if (known == null || timer.elapsed().minus(readAt).abs().compareTo(MAX_AGE) >= 0) {
                    known = reader.get();
                    latest = known;
                    readAt = timer.elapsed();
                }
                return known;
            } finally {
                reading.unlock();
            }
        }
    }

    /** Whether the service responds and accepts the API key. */
    private static Health health(GpuCloudClient client) {
        try {
            call(client);
            return Health.up().build();
        } catch (RateLimitedException busy) {
            // The service responds, so a rate limit is not a failure.
            return Health.up().withDetail("rateLimited", true).build();
        } catch (GpuCloudException failure) {
            return Health.down(failure).build();
        }
    }

    private static void call(GpuCloudClient client) {
        try {
            client.billing().balance();
        } catch (MissingApiKeyException missing) {
            if (!missing.isAccessDenied()) {
                throw missing;
            }
            client.pods().list().withPageSize(1).page(1);
        }
    }
}
