package io.gpucloud.client.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.GpuCloudClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SpringBootVersionsTest {

    @ParameterizedTest
    @CsvSource({
        "3.5.16, false",
        "2.7.18, false",
        "4.0.0, true",
        "4.1.1, true",
        "10.0.0-M1, true",
        ", true",
        "unknown, true"
    })
    void areSupportedFrom4On(String version, boolean supported) {
        assertThat(SpringBootVersions.isSupported(version)).isEqualTo(supported);
    }

    @Test
    void doNotMatterToAnApplicationOnASupportedOne() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        GpuCloudAutoConfiguration.class, GpuCloudUnsupportedAutoConfiguration.class))
                .withPropertyValues("gpu-cloud.base-url=http://127.0.0.1:1/api/open/v2")
                .run(context -> assertThat(context)
                        .hasSingleBean(GpuCloudClient.class)
                        .doesNotHaveBean(GpuCloudUnsupportedAutoConfiguration.class));
    }
}
