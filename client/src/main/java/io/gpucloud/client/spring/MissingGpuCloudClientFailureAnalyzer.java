package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/** Reports that the application needs a client, and that the address of the service is missing. */
final class MissingGpuCloudClientFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
        implements Ordered {

    private static final Set<Class<?>> BEANS = Set.of(GpuCloudClient.class, Leases.class);

    private final Environment environment;

    MissingGpuCloudClientFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        ResolvableType type = cause.getResolvableType();
        boolean missing =
                type != null && BEANS.contains(type.resolve(Object.class)) && cause.getNumberOfBeansFound() == 0;
        if (!missing || environment.containsProperty("gpu-cloud.base-url")) {
            return null;
        }
        return new FailureAnalysis(
                "The application needs a bean of type " + type + ", and gpu-cloud.base-url is not set.",
                "Set gpu-cloud.base-url to the address of the service, for example https://HOST/api/open/v2, in"
                        + " application.yaml or as the environment variable GPU_CLOUD_BASE_URL. Or define a bean of type"
                        + " GpuCloudConnectionDetails or GpuCloudClient.",
                cause);
    }

    /** Before the analyzer of Spring Boot, which only knows that the bean is missing. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }
}
