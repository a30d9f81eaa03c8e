package io.gpucloud.client.spring;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.GpuCloudClientBuilder;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.micrometer.ObservationCallListener;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Auto-configures a {@link GpuCloudClient} if there is a property {@code gpu-cloud.base-url} or a bean of type
 * {@link GpuCloudConnectionDetails}. Beans of type {@link CallListener} are notified of its calls; a single bean of
 * type {@link WaitTimer} is its timer.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
            // Of Spring Boot 3.5.
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration"
        })
@EnableConfigurationProperties(GpuCloudProperties.class)
public class GpuCloudAutoConfiguration {

    /** Options of calls for health checks and gauges, which prefer a failure to a late response. */
    static final RequestOptions FAIL_FAST = RequestOptions.builder()
            .connectTimeout(Duration.ofSeconds(2))
            .deadline(Duration.ofSeconds(5))
            .maxAttempts(1)
            .build();

    /** Called by Spring. */
    public GpuCloudAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean(GpuCloudConnectionDetails.class)
    @ConditionalOnProperty("gpu-cloud.base-url")
    GpuCloudConnectionDetails gpuCloudConnectionDetails(GpuCloudProperties properties) {
        return new PropertiesConnectionDetails(Objects.requireNonNull(properties.baseUrl()), properties);
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(GpuCloudConnectionDetails.class)
    GpuCloudClient gpuCloudClient(
            GpuCloudConnectionDetails connection,
            GpuCloudProperties properties,
            ObjectProvider<WaitTimer> timer,
            ObjectProvider<CallListener> listeners,
            ObjectProvider<GpuCloudClientCustomizer> customizers) {
        GpuCloudClientBuilder builder = properties.builder(connection.baseUrl());
        if (connection.apiKey() != null) {
            builder.apiKey(connection.apiKey());
        }
        builder.allowPlainHttp(connection.allowPlainHttp());
        timer.ifUnique(builder::timer);
        listeners.orderedStream().forEach(builder::listener);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return build(builder, connection);
    }

    private static GpuCloudClient build(GpuCloudClientBuilder builder, GpuCloudConnectionDetails connection) {
        try {
            return builder.build();
        } catch (IllegalArgumentException invalid) {
            boolean plain =
                    connection.baseUrl().strip().toLowerCase(Locale.ROOT).startsWith("http:");
            if (!plain || connection.allowPlainHttp()) {
                throw invalid;
            }
            throw new GpuCloudPropertyException(
                    "The client cannot be built: " + invalid.getMessage() + ".",
                    "Set gpu-cloud.base-url to an https address. If you trust the network, set"
                            + " gpu-cloud.allow-plain-http=true.",
                    invalid);
        }
    }

    /** In a class of its own, so that it is never loaded without Spring Web. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestControllerAdvice.class)
    @ConditionalOnBooleanProperty("gpu-cloud.problem-details")
    static class ProblemDetailsConfiguration {

        @Bean
        @ConditionalOnMissingBean
        GpuCloudProblemDetails gpuCloudProblemDetails() {
            return new GpuCloudProblemDetails();
        }
    }

    /** In a class of its own, so that it is never loaded without Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationRegistry.class)
    static class ObservationConfiguration {

        @Bean
        @ConditionalOnBean(ObservationRegistry.class)
        @ConditionalOnMissingBean
        ObservationCallListener gpuCloudObservationCallListener(ObservationRegistry registry) {
            return new ObservationCallListener(registry);
        }
    }
}
