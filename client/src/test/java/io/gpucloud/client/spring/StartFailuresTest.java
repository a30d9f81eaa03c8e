package io.gpucloud.client.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.testing.CapturedLog;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.LoggingFailureAnalysisReporter;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Reports of an application that does not start: which property is wrong, and how to set it. */
@Isolated("reads a log, which an application that another test starts would reset")
class StartFailuresTest {

    private static final String ADDRESS = "gpu-cloud.base-url=https://gpu.invalid/api/open/v2";

    @AutoClose
    private final CapturedLog reports = new CapturedLog(LoggingFailureAnalysisReporter.class.getName(), Level.ERROR);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        String user(GpuCloudClient client) {
            return client.toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Renting {

        @Bean
        String user(Leases leases) {
            return leases.toString();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithoutClient {}

    private static SpringApplication application(Class<?> configuration, String... properties) {
        SpringApplication application = new SpringApplication(configuration);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        // The listeners would configure the logging of the whole JVM.
        application.setListeners(List.of());
        Map<String, Object> defaults = Arrays.stream(properties)
                .collect(Collectors.toMap(
                        property -> property.substring(0, property.indexOf('=')),
                        property -> property.substring(property.indexOf('=') + 1)));
        application.setDefaultProperties(defaults);
        return application;
    }

    private String report(Class<?> configuration, String... properties) {
        assertThatThrownBy(() -> application(configuration, properties).run().close())
                .isNotNull();
        assertThat(reports.messages()).hasSize(1);
        return reports.messages().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void nameTheKeyThatIsBlank(String key) {
        assertThat(report(Application.class, ADDRESS, "gpu-cloud.api-key=" + key))
                .contains("APPLICATION FAILED TO START", "The property gpu-cloud.api-key is blank.")
                .contains("GPU_CLOUD_API_KEY", "gpu-cloud.api-key-file");
    }

    @Test
    void nameTheKeyThatIsInvalidWithoutRepeatingIt() {
        assertThat(report(Application.class, ADDRESS, "gpu-cloud.api-key=Bearer sk-123456"))
                .contains("The property gpu-cloud.api-key is invalid: the API key starts with 'Bearer '")
                .doesNotContain("123456");
    }

    @ParameterizedTest
    @ValueSource(classes = {Application.class, Renting.class})
    void nameTheAddressThatIsMissing(Class<?> configuration) {
        assertThat(report(configuration, "gpu-cloud.api-key=sk-123456"))
                .contains("gpu-cloud.base-url is not set")
                .contains("Set gpu-cloud.base-url to the address of the service, for example https://HOST/api/open/v2")
                .contains("GPU_CLOUD_BASE_URL", "GpuCloudConnectionDetails")
                .doesNotContain("123456");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gpu.example/api", "https://user:secret@gpu.example/api"})
    void nameTheAddressThatIsInvalid(String address) {
        assertThat(report(Application.class, "gpu-cloud.base-url=" + address))
                .contains(
                        "The property gpu-cloud.base-url is invalid: the base address must", "https://HOST/api/open/v2")
                .doesNotContain("secret");
    }

    @Test
    void namePlainHttp() {
        assertThat(report(
                        Application.class,
                        "gpu-cloud.base-url=http://gpu.example/api/open/v2",
                        "gpu-cloud.api-key=sk-123456"))
                .contains("unencrypted to http://gpu.example/api/open/v2")
                .contains("gpu-cloud.allow-plain-http=true", "https address")
                .doesNotContain("123456");
    }

    @ParameterizedTest
    @CsvSource({
        "gpu-cloud.retry.max-attempts=0, maxAttempts must be 1 or more",
        "gpu-cloud.read-timeout=-1s, readTimeout must be positive",
        "gpu-cloud.max-connections=0, maxConnections must be 1 or more"
    })
    void nameASettingThatIsOutOfItsRange(String property, String problem) {
        assertThat(report(Application.class, ADDRESS, property))
                .contains("A property of gpu-cloud.* is invalid: " + problem)
                .contains("gpu-cloud.retry.max-attempts");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1m", "400d"})
    void nameTheAgeThatIsInvalid(String age) {
        assertThat(report(
                        Application.class,
                        ADDRESS,
                        "gpu-cloud.cost-watch.enabled=true",
                        "gpu-cloud.cost-watch.max-age=" + age))
                .contains("The property gpu-cloud.cost-watch.max-age is invalid: it must not be negative")
                .contains("Set gpu-cloud.cost-watch.max-age to a duration such as 1m");
    }

    @Test
    void doNotOccurIfNoBeanNeedsTheClient() {
        try (ConfigurableApplicationContext context =
                application(WithoutClient.class).run()) {
            assertThat(context.getBeanProvider(GpuCloudClient.class).getIfAvailable())
                    .isNull();
        }
        assertThat(reports.messages()).isEmpty();
    }

    @Test
    void areLeftToSpringBootForOtherBeans() {
        assertThat(report(Renting.class, ADDRESS, "gpu-cloud.leases.enabled=false"))
                .contains(Leases.class.getName())
                .doesNotContain("gpu-cloud.base-url");
    }
}
