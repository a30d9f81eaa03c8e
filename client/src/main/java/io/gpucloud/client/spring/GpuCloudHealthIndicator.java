package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.RateLimitedException;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Reports whether the service responds and accepts the API key. Makes one read call with a short deadline. */
record GpuCloudHealthIndicator(GpuCloudClient client) implements HealthIndicator {

    @Override
    public Health health() {
        try {
            call();
            return Health.up().build();
        } catch (RateLimitedException busy) {
            // The service responds, so a rate limit is not a failure.
            return Health.up().withDetail("rateLimited", true).build();
        } catch (GpuCloudException failure) {
            return Health.down(failure).build();
        }
    }

    private void call() {
        try {
            client.billing().balance();
        } catch (MissingApiKeyException missing) {
            if (missing.mayPass()) {
                throw missing;
            }
            client.pods().list().withPageSize(1).page(1);
        }
    }
}
