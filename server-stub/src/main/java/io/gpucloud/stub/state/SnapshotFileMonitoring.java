package io.gpucloud.stub.state;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and metrics of the file with the state. Only the stub as a program has them. */
@Configuration(proxyBeanMethods = false)
public class SnapshotFileMonitoring {

    private static final String PROBLEM = "the last write of the file with the state failed; the log has the reason";

    /** The name of the method is the name of the component in the response. */
    @Bean
    HealthIndicator state(SnapshotFileStatus status) {
        return () -> status.isFailing()
                ? Health.down().withDetail("problem", PROBLEM).build()
                : Health.up().build();
    }

    @Bean
    HealthIndicator store(StateStore store) {
        return () -> {
            try {
                store.check();
                return Health.up().build();
            } catch (RuntimeException unavailable) {
                return Health.down()
                        .withDetail("problem", "the database of stub.store does not respond")
                        .build();
            }
        };
    }

    @Bean
    MeterBinder stateMeters(SnapshotFileStatus status) {
        return registry -> FunctionCounter.builder(
                        "gpu.cloud.stub.state.write.failures", status, SnapshotFileStatus::failures)
                .description("Failed writes of the file with the state.")
                .register(registry);
    }
}
