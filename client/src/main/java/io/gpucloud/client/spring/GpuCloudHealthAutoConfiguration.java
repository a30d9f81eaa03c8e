package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Auto-configures a health indicator where there is one client, or a primary one, and the health module. It reads the balance, or a page of pods
 * when there is no key; {@code management.health.gpu-cloud.enabled=false} switches it off.
 */
@AutoConfiguration(after = GpuCloudAutoConfiguration.class)
@Conditional(SpringBootVersions.Supported.class)
@ConditionalOnClass(HealthIndicator.class)
public class GpuCloudHealthAutoConfiguration {

    /** Made by Spring. */
    public GpuCloudHealthAutoConfiguration() {}

    // The condition stands here and not on the class, where it would be looked for even without the health module.
    @Bean
    @ConditionalOnEnabledHealthIndicator("gpu-cloud")
    @ConditionalOnSingleCandidate(GpuCloudClient.class)
    @ConditionalOnMissingBean(name = "gpuCloudHealthIndicator")
    HealthIndicator gpuCloudHealthIndicator(GpuCloudClient client) {
        return new GpuCloudHealthIndicator(client);
    }
}
