package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configures {@link Leases} where there is one client, or a primary one. A bean of type {@link LeaseOptions} replaces their options;
 * without one, {@code gpu-cloud.leases.owner} and {@code gpu-cloud.leases.journal} do. When the application context closes, it closes
 * the leases, which destroys every instance that is still leased, and then the client. {@code gpu-cloud.leases.enabled=false} switches
 * it off.
 */
@AutoConfiguration(after = GpuCloudAutoConfiguration.class)
@Conditional(SpringBootVersions.Supported.class)
@ConditionalOnBooleanProperty(name = "gpu-cloud.leases.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(GpuCloudClient.class)
public class GpuCloudLeaseAutoConfiguration {

    /** Called by Spring. */
    public GpuCloudLeaseAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Leases gpuCloudLeases(GpuCloudClient client, ObjectProvider<LeaseOptions> options, GpuCloudProperties properties) {
        return Leases.of(client, options.getIfUnique(() -> properties.leases().options()));
    }
}
