package io.gpucloud.client.spring;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Whether the money lasts. Down below a threshold; unknown when the service cannot be asked, which is no want of money. */
final class GpuCloudCostHealthIndicator implements HealthIndicator {

    private final CostWatch watch;
    private final GpuCloudProperties.CostWatching settings;

    GpuCloudCostHealthIndicator(CostWatch watch, GpuCloudProperties.CostWatching settings) {
        this.watch = watch;
        this.settings = settings;
    }

    @Override
    public Health health() {
        try {
            CostReport report = watch.latest(settings.maxAge());
            return health(report)
                    .withDetail("instances", report.instances().size())
                    .withDetail("perHour", report.perHour())
                    .withDetail("balance", report.balance())
                    .withDetail("cards", report.cards())
                    .build();
        } catch (GpuCloudException failure) {
            return Health.unknown().withException(failure).build();
        }
    }

    private Health.Builder health(CostReport report) {
        Duration left = report.timeLeft().orElse(null);
        if (left == null) {
            return Health.up();
        }
        boolean lasts = left.compareTo(settings.minTimeLeft()) >= 0;
        return (lasts ? Health.up() : Health.down()).withDetail("timeLeft", left);
    }
}
