package io.gpucloud.client.spring;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.lease.CostReport;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Reports whether the funds of the account last. The status is DOWN if they last less than the configured time. It is
 * UNKNOWN if an instance of unknown price runs, or if the service cannot be read.
 */
record GpuCloudCostHealthIndicator(CostWatch watch, GpuCloudProperties.CostWatching settings)
        implements HealthIndicator {

    @Override
    public Health health() {
        try {
            CostReport report = watch.latest(settings.maxAge());
            return health(report)
                    .withDetail("instances", report.instances().size())
                    .withDetail("perHourAtMost", report.perHourAtMost())
                    .withDetail("perHourBilled", report.perHourBilled())
                    .withDetail("balance", report.balance())
                    .withDetail("cards", report.cards())
                    .build();
        } catch (GpuCloudException failure) {
            return Health.unknown().withException(failure).build();
        }
    }

    private Health.Builder health(CostReport report) {
        Health.Builder health = new Health.Builder(status(report));
        report.timeLeft().ifPresent(left -> health.withDetail("timeLeft", left));
        if (!report.unpriced().isEmpty()) {
            health.withDetail(
                    "unpriced",
                    report.unpriced().stream().map(Instance::instanceUuid).toList());
        }
        return health;
    }

    private Status status(CostReport report) {
        Duration left = report.timeLeft().orElse(null);
        if (left != null && left.compareTo(settings.minTimeLeft()) < 0) {
            return Status.DOWN;
        }
        return report.unpriced().isEmpty() ? Status.UP : Status.UNKNOWN;
    }
}
