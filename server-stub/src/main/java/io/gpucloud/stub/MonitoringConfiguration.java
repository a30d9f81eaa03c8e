package io.gpucloud.stub;

import io.gpucloud.stub.journal.RequestMetrics;
import io.gpucloud.stub.state.SnapshotFile;
import io.gpucloud.stub.state.StateStore;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Optional;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementContextAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsEndpointAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.jvm.JvmMetricsAutoConfiguration;
import org.springframework.boot.servlet.autoconfigure.actuate.web.ServletManagementContextAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.actuate.endpoint.web.WebMvcHealthEndpointExtensionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and metrics under {@code /actuator} for a stub that runs as a program. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({
    CompositeMeterRegistryAutoConfiguration.class,
    EndpointAutoConfiguration.class,
    HealthContributorAutoConfiguration.class,
    HealthContributorRegistryAutoConfiguration.class,
    HealthEndpointAutoConfiguration.class,
    JacksonEndpointAutoConfiguration.class,
    JvmMetricsAutoConfiguration.class,
    ManagementContextAutoConfiguration.class,
    MetricsAutoConfiguration.class,
    MetricsEndpointAutoConfiguration.class,
    PrometheusMetricsExportAutoConfiguration.class,
    ServletManagementContextAutoConfiguration.class,
    WebEndpointAutoConfiguration.class,
    WebMvcHealthEndpointExtensionAutoConfiguration.class
})
class MonitoringConfiguration {

    private static final String WRITE_FAILED =
            "the last write of the file with the state failed; the log has the reason";

    @Bean
    RequestMetrics requestMetrics(MeterRegistry meters) {
        return new RequestMetrics(meters);
    }

    /**
     * The name of the method is the name of the component in the response. Without a file for the state no write fails.
     */
    @Bean
    HealthIndicator state(Optional<SnapshotFile> file) {
        return () -> file.filter(SnapshotFile::isFailing).isPresent() ? down(WRITE_FAILED) : up();
    }

    @Bean
    HealthIndicator store(StateStore store) {
        return () -> {
            try {
                store.check();
                return up();
            } catch (RuntimeException unavailable) {
                return down("the database of stub.store does not respond");
            }
        };
    }

    private static Health up() {
        return Health.up().build();
    }

    private static Health down(String problem) {
        return Health.down().withDetail("problem", problem).build();
    }

    @Bean
    MeterBinder stateMeters(Optional<SnapshotFile> file) {
        return registry -> FunctionCounter.builder(
                        "gpu.cloud.stub.state.write.failures",
                        file,
                        kept -> kept.map(SnapshotFile::failures).orElse(0L))
                .description("Failed writes of the file with the state.")
                .register(registry);
    }
}
