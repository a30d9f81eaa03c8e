package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.RateLimitedException;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the service answers, and takes the key: one quick call that changes nothing. */
final class GpuCloudHealthIndicator implements HealthIndicator {

    private final GpuCloudClient client;

    GpuCloudHealthIndicator(GpuCloudClient client) {
        this.client = client.withOptions(QuickCalls.OPTIONS);
    }

    @Override
    public Health health() {
        try {
            ask();
            return Health.up().build();
        } catch (RateLimitedException busy) {
            // It answers; to be asked less often is no ailment.
            return Health.up().withDetail("rateLimited", true).build();
        } catch (GpuCloudException failure) {
            return Health.down(failure).build();
        }
    }

    private void ask() {
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
