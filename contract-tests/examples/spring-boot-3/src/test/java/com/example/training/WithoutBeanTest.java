package com.example.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The client has no auto-configuration for Spring Boot 3, and says so in one line. */
@ExtendWith(OutputCaptureExtension.class)
class WithoutBeanTest {

    private static final String LINE = "Define a bean of type " + GpuCloudClient.class.getName();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithoutBean {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(GpuCloudConfiguration.class)
    static class WithBean {}

    private static ConfigurableApplicationContext start(Class<?> application) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .run(
                        "--gpu-cloud.base-url=https://gpu.invalid/api/open/v2",
                        "--gpu-cloud.api-key=sk-1",
                        "--gpu-cloud.cost-watch.enabled=true");
    }

    @Test
    void logsOneLineThatNamesTheBeanToDefine(CapturedOutput output) {
        assertThat(SpringBootVersion.getVersion()).startsWith("3.");
        try (ConfigurableApplicationContext context = start(WithoutBean.class)) {
            assertThat(context.getBeansOfType(GpuCloudClient.class)).isEmpty();
            assertThat(context.getBeansOfType(Leases.class)).isEmpty();
            assertThat(context.getBeansOfType(HealthIndicator.class))
                    .allSatisfy((name, indicator) -> assertThat(name).doesNotContainIgnoringCase("gpuCloud"));
        }
        assertThat(output.getAll().lines().filter(line -> line.contains(LINE))).hasSize(1);
    }

    @Test
    void logsNothingIfTheBeanIsDefined(CapturedOutput output) {
        try (ConfigurableApplicationContext context = start(WithBean.class)) {
            assertThat(context.getBeansOfType(GpuCloudClient.class)).hasSize(1);
            assertThat(context.getBeansOfType(Leases.class)).isEmpty();
        }
        assertThat(output.getAll()).doesNotContain(LINE);
    }
}
