package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Conditional;

/**
 * Logs one line on Spring Boot 3, for which there is no auto-configuration, unless the application defines a bean of type
 * {@link GpuCloudClient}.
 */
@AutoConfiguration
@Conditional(SpringBootVersions.Unsupported.class)
@ConditionalOnMissingBean(GpuCloudClient.class)
public class GpuCloudUnsupportedAutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(GpuCloudUnsupportedAutoConfiguration.class);

    /** Logs the line. Called by Spring. */
    public GpuCloudUnsupportedAutoConfiguration() {
        LOG.warn(
                "There is no auto-configuration of the GPU cloud client for Spring Boot {}, only for 4 and later."
                        + " Define a bean of type {}; gpu-cloud.* properties have no effect",
                SpringBootVersions.current(),
                GpuCloudClient.class.getName());
    }
}
