package io.gpucloud.client.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.micrometer.ObservationCallListener;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.util.TestPropertyValues;

class GpuCloudAutoConfigurationTest {

    private static final Reply BALANCE = Reply.balance();

    @AutoClose
    private final FaultServer server = FaultServer.replying(BALANCE);

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(GpuCloudAutoConfiguration.class, GpuCloudHealthAutoConfiguration.class));
    private final ApplicationContextRunner configured =
            application.withPropertyValues("gpu-cloud.base-url=" + server.url(), "gpu-cloud.api-key=key-of-property");

    @Nested
    class AClient {

        @Test
        void isCreatedFromProperties() {
            configured.run(context -> {
                context.getBean(GpuCloudClient.class).billing().balance();

                assertThat(server.first().header("authorization")).isEqualTo("Bearer key-of-property");
            });
        }

        @Test
        void isNotCreatedWithoutABaseUrl() {
            application.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(GpuCloudClient.class));
        }

        @Test
        void isCreatedFromConnectionDetails() {
            application
                    .withPropertyValues("gpu-cloud.base-url=http://127.0.0.1:1")
                    .withBean(GpuCloudConnectionDetails.class, () -> new Supplied(server.url(), "key-of-container"))
                    .run(context -> {
                        context.getBean(GpuCloudClient.class).billing().balance();

                        assertThat(server.first().header("authorization")).isEqualTo("Bearer key-of-container");
                    });
        }

        @Test
        void isReplacedByABeanOfTheApplication() {
            try (GpuCloudClient own = TestClients.connect(server)) {
                configured
                        .withBean(GpuCloudClient.class, () -> own)
                        .run(context -> assertThat(context.getBean(GpuCloudClient.class))
                                .isSameAs(own));
            }
        }

        @Test
        void usesATimerOfTheApplication() {
            TestTime time = new TestTime();
            configured
                    .withBean(WaitTimer.class, () -> time)
                    .run(context -> assertThat(
                                    context.getBean(GpuCloudClient.class).timer())
                            .isSameAs(time));
        }

        @Test
        void callsListenersAndCustomizers() {
            List<String> heard = new CopyOnWriteArrayList<>();
            CallListener listener = operation -> {
                heard.add(operation.id());
                return new CallListener.Call() {};
            };
            GpuCloudClientCustomizer customizer = builder -> builder.apiKey("key-of-customizer");
            configured
                    .withBean(CallListener.class, () -> listener)
                    .withBean(GpuCloudClientCustomizer.class, () -> customizer)
                    .run(context -> {
                        context.getBean(GpuCloudClient.class).billing().balance();

                        assertThat(heard).containsExactly("getBalance");
                        assertThat(server.first().header("authorization")).isEqualTo("Bearer key-of-customizer");
                    });
        }
    }

    @Nested
    class Properties {

        @Test
        void haveTheDefaultsOfTheClient() {
            configured.run(context -> assertThat(
                            context.getBean(GpuCloudProperties.class).options())
                    .usingRecursiveComparison()
                    .isEqualTo(RequestOptions.defaults()));
        }

        @Test
        void setEveryOption() {
            configured
                    .withPropertyValues(
                            "gpu-cloud.connect-timeout=1s",
                            "gpu-cloud.read-timeout=2s",
                            "gpu-cloud.deadline=3s",
                            "gpu-cloud.retry.max-attempts=4",
                            "gpu-cloud.retry.base-delay=5ms",
                            "gpu-cloud.retry.max-delay=6ms",
                            "gpu-cloud.retry.max-retry-after=7s")
                    .run(context -> assertThat(
                                    context.getBean(GpuCloudProperties.class).options())
                            .usingRecursiveComparison()
                            .isEqualTo(RequestOptions.builder()
                                    .connectTimeout(Duration.ofSeconds(1))
                                    .readTimeout(Duration.ofSeconds(2))
                                    .deadline(Duration.ofSeconds(3))
                                    .maxAttempts(4)
                                    .delays(Duration.ofMillis(5), Duration.ofMillis(6))
                                    .maxRetryAfter(Duration.ofSeconds(7))
                                    .build()));
        }

        @Test
        void canBeVariablesOfTheEnvironment() {
            application
                    .withInitializer(context -> TestPropertyValues.of(
                                    "GPU_CLOUD_BASE_URL=" + server.url(),
                                    "GPU_CLOUD_API_KEY=key-of-variable",
                                    "GPU_CLOUD_RETRY_MAX_ATTEMPTS=7")
                            .applyTo(context.getEnvironment(), TestPropertyValues.Type.SYSTEM_ENVIRONMENT))
                    .run(context -> {
                        context.getBean(GpuCloudClient.class).billing().balance();

                        assertThat(server.first().header("authorization")).isEqualTo("Bearer key-of-variable");
                        assertThat(context.getBean(GpuCloudProperties.class)
                                        .retry()
                                        .maxAttempts())
                                .isEqualTo(7);
                    });
        }

        @Test
        void haveNoKeyInToString() {
            configured.run(context -> assertThat(
                            context.getBean(GpuCloudProperties.class).toString())
                    .contains(server.url())
                    .doesNotContain("key-of-property"));
        }
    }

    @Nested
    class TheHealth {

        private void seen(ApplicationContextRunner runner, Status status) {
            runner.run(
                    context -> assertThat(context.getBean(HealthIndicator.class).health())
                            .extracting(Health::getStatus)
                            .isEqualTo(status));
        }

        @Test
        void isUpIfTheServiceAcceptsTheKey() {
            seen(configured, Status.UP);
            assertThat(server.first().operation()).isEqualTo("GET /balance/info");
        }

        @Test
        void isReadOnceInHalfAMinute() {
            TestTime time = new TestTime();
            configured.withBean(WaitTimer.class, () -> time).run(context -> {
                HealthIndicator health = context.getBean(HealthIndicator.class);
                health.health();
                health.health();
                assertThat(server.requests()).isEqualTo(1);

                var passed = time.after(Duration.ofSeconds(30));
                assertThat(passed).isCompleted();
                health.health();
                assertThat(server.requests()).isEqualTo(2);
            });
        }

        @Test
        void callsAPublicOperationWithoutAKey() {
            server.reply(Reply.data("{\"pod_list\":[],\"total\":0}"));
            seen(application.withPropertyValues("gpu-cloud.base-url=" + server.url()), Status.UP);

            assertThat(server.first().operation()).isEqualTo("GET /pod/list");
        }

        @Test
        void isCalledWithTheKeyOfACustomizer() {
            GpuCloudClientCustomizer customizer = builder -> builder.apiKey("a-key-of-a-vault");
            seen(
                    application
                            .withPropertyValues("gpu-cloud.base-url=" + server.url())
                            .withBean(GpuCloudClientCustomizer.class, () -> customizer),
                    Status.UP);

            assertThat(server.first().operation()).isEqualTo("GET /balance/info");
        }

        @Test
        void isDownAtOnceWhenTheServiceFails() {
            server.reply(Reply.html(503));
            seen(configured, Status.DOWN);

            assertThat(server.requests()).isEqualTo(1);
        }

        @Test
        void isUpWhenTheRateLimitIsExceeded() {
            server.reply(Reply.json(429, "{\"code\":1,\"msg\":\"slow\"}"));
            seen(configured, Status.UP);
        }

        @Test
        void canBeSwitchedOff() {
            configured
                    .withPropertyValues("management.health.gpu-cloud.enabled=false")
                    .run(context -> assertThat(context)
                            .hasSingleBean(GpuCloudClient.class)
                            .doesNotHaveBean(HealthIndicator.class));
        }

        @Test
        void isNotCreatedWithoutAPrimaryClient() {
            configured
                    .withBean("one", GpuCloudClient.class, () -> TestClients.connect(server))
                    .withBean("another", GpuCloudClient.class, () -> TestClients.connect(server))
                    .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HealthIndicator.class));
        }

        @Test
        void isNotCreatedWithoutTheHealthModule() {
            configured
                    .withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                    .run(context -> assertThat(context).hasNotFailed().hasSingleBean(GpuCloudClient.class));
        }
    }

    @Nested
    class Observations {

        @Test
        void areCreatedIfThereIsARegistry() {
            configured
                    .withBean(ObservationRegistry.class, ObservationRegistry::create)
                    .run(context -> assertThat(context).hasSingleBean(ObservationCallListener.class));
        }

        @Test
        void areNotCreatedWithoutMicrometer() {
            configured
                    .withClassLoader(new FilteredClassLoader("io.micrometer"))
                    .run(context -> assertThat(context)
                            .hasNotFailed()
                            .hasSingleBean(GpuCloudClient.class)
                            .doesNotHaveBean(ObservationCallListener.class));
        }
    }

    private record Supplied(String baseUrl, String key) implements GpuCloudConnectionDetails {

        @Override
        public @Nullable Supplier<ApiKey> apiKey() {
            return () -> ApiKey.of(key);
        }
    }
}
