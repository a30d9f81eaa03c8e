package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.CostWatch;
import io.gpucloud.client.micrometer.CostMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Auto-configures a {@link CostWatch} if {@code gpu-cloud.cost-watch.enabled} is true and there is a single or primary
 * client. It adds gauges if Micrometer is present, and a health indicator if the health module is present
 * ({@code management.health.gpu-cloud-cost.enabled}).
 */
@AutoConfiguration(after = GpuCloudAutoConfiguration.class)
@ConditionalOnBooleanProperty("gpu-cloud.cost-watch.enabled")
@ConditionalOnSingleCandidate(GpuCloudClient.class)
public class GpuCloudCostAutoConfiguration {

    /** Called by Spring. */
    public GpuCloudCostAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    CostWatch gpuCloudCostWatch(GpuCloudClient client, GpuCloudProperties properties) {
        GpuCloudPropertyException.validated(
                () -> Preconditions.notNegative(properties.costWatch().maxAge(), "it"),
                "The property gpu-cloud.cost-watch.max-age is invalid",
                "Set gpu-cloud.cost-watch.max-age to a duration such as 1m.");
        return new CostWatch(client.withOptions(GpuCloudAutoConfiguration.FAIL_FAST));
    }

    /** In a class of its own, so that it is never loaded without Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class GaugesConfiguration {

        @Bean
        @ConditionalOnMissingBean
        CostMetrics gpuCloudCostMetrics(CostWatch watch, GpuCloudProperties properties) {
            return new CostMetrics(watch, properties.costWatch().maxAge());
        }
    }

    /** In a class of its own, so that it is never loaded without the health module. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class HealthConfiguration {

        @Bean
        @ConditionalOnEnabledHealthIndicator("gpu-cloud-cost")
        @ConditionalOnMissingBean(name = "gpuCloudCostHealthIndicator")
        HealthIndicator gpuCloudCostHealthIndicator(CostWatch watch, GpuCloudProperties properties) {
            return new GpuCloudCostHealthIndicator(watch, properties.costWatch());
        }
    }
}
