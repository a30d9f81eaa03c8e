package io.gpucloud.client.spring;

import io.gpucloud.client.lease.LeaseStatistics;
import io.gpucloud.client.lease.Leases;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports whether what ended processes left is recovered. The status is DOWN while the latest recovery in the
 * background was not complete. It sends no request.
 */
record GpuCloudLeasesHealthIndicator(Leases leases) implements HealthIndicator {

    @Override
    public Health health() {
        LeaseStatistics statistics = leases.statistics();
        RuntimeException failure = statistics.recoveryFailure();
        Health.Builder health = failure == null ? Health.up() : Health.down(failure);
        return health.withDetail("open", statistics.open())
                .withDetail("waiting", statistics.waiting())
                .build();
    }
}
