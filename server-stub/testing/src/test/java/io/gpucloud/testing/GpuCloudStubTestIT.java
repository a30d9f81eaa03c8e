package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.resource.InstanceSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.ContextHierarchy;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.junit.jupiter.SpringExtension;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;
import org.springframework.test.context.support.AnnotationConfigContextLoader;

/** With the other extension, which leaves parameters that Spring injects to Spring. */
@ExtendWith(GpuCloudStubExtension.class)
@GpuCloudStubTest
@SpringJUnitConfig(GpuCloudStubTestIT.Application.class)
class GpuCloudStubTestIT {

    static final InstanceSpec SPEC =
            InstanceSpec.builder().podUuid("pod-comfyui").gpuUuid("gpu-l40s").build();
    static final RentalPlan PLAN = RentalPlan.builder()
            .podUuid("pod-comfyui")
            .gpus("gpu-l40s")
            .maxLifetime(Duration.ofHours(1))
            .build();
    private static final MergedContextConfiguration CONFIGURATION = new MergedContextConfiguration(
            GpuCloudStubTestIT.class,
            new String[0],
            new Class<?>[0],
            new String[0],
            new AnnotationConfigContextLoader());

    @RepeatedTest(2)
    void resetsTheAccountBeforeEachTest(
            @Autowired GpuCloudClient client,
            @Autowired StubAccount account,
            @Autowired StubClock clock,
            @Autowired StubFaults faults,
            @Autowired StubJournal journal,
            @Autowired Environment properties) {
        assertThat(journal.requests()).isEmpty();
        assertThat(clock.now()).isBefore(Instant.now().plus(Duration.ofDays(1)));
        assertThat(client.instances().list()).isEmpty();
        assertThat(properties.getProperty("gpu-cloud.api-key")).isEqualTo(account.apiKey());

        client.instances().create(SPEC);
        clock.advance(Duration.ofDays(30));
        faults.outage();
    }

    @RepeatedTest(2)
    void waitsOfTheClientTakeTheTimeOfTheAccountOnly(
            @Autowired GpuCloudClient client, @Autowired StubAccount account, @Autowired StubClock clock) {
        account.takesTime(Duration.ofMinutes(20), Duration.ofHours(1), Duration.ofHours(1));
        String instance = client.instances().create(SPEC).instanceUuid();

        client.instances()
                .waitUntilRunning(
                        instance,
                        WaitOptions.builder().timeout(Duration.ofHours(4)).build());
        client.instances().scheduleShutdown(instance, Duration.ofHours(1));
        clock.advance(Duration.ofHours(3));

        assertThat(client.instances().find(instance).orElseThrow().status()).isEqualTo(InstanceStatus.SHUT_DOWN);
    }

    /** The settings of the enclosing class apply. */
    @Nested
    class InANestedClass {

        @Test
        void usesTheContextOfTheOuterClass(@Autowired StubAccount account, @Autowired GpuCloudClient client) {
            assertThat(client.instances().list()).isEmpty();
            assertThat(account.journal().requests()).hasSize(1);
        }
    }

    @Test
    void givesTheContextsOfAHierarchyOneAccount() {
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(InAHierarchy.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.succeeded(1).failed(0));
    }

    @GpuCloudStubTest
    @ExtendWith(SpringExtension.class)
    @ContextHierarchy({
        @ContextConfiguration(classes = InAHierarchy.Parent.class),
        @ContextConfiguration(classes = InAHierarchy.Child.class)
    })
    static class InAHierarchy {

        static class Parent extends Application {}

        @Configuration(proxyBeanMethods = false)
        static class Child {

            @Bean
            String keyOfTheChild(Environment properties) {
                return Objects.requireNonNull(properties.getProperty("gpu-cloud.api-key"));
            }
        }

        @Test
        void usesTheAccountOfTheParent(
                @Autowired StubAccount account, @Autowired GpuCloudClient client, @Autowired String keyOfTheChild) {
            assertThat(keyOfTheChild).isEqualTo(account.apiKey());
            assertThat(client.instances().list()).isEmpty();
            assertThat(account.journal().requests()).hasSize(1);
        }
    }

    @Test
    void runsTestsThatShareAnAccountOneAfterAnother() {
        EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
                .selectors(selectClass(Renting.class))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.succeeded(8).failed(0));
    }

    @GpuCloudStubTest
    @SpringJUnitConfig(Renting.Application.class)
    static class Renting {

        /** A context of its own, because the lock does not apply across this test run and the one that contains it. */
        static class Application extends GpuCloudStubTestIT.Application {}

        @RepeatedTest(8)
        void seesItsOwnInstanceOnly(@Autowired GpuCloudClient client) {
            client.instances().create(SPEC);
            assertThat(client.instances().list()).hasSize(1);
        }
    }

    @Test
    void checksItsSettingsWhenItIsRead() {
        ContextCustomizerFactory factory = new StubContextCustomizer.Factory();

        assertThatThrownBy(() -> factory.createContextCustomizer(WithAnInvalidSetting.class, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"stub.lifecycle.boot\"");
    }

    @GpuCloudStubTest("stub.lifecycle.boot")
    static class WithAnInvalidSetting {}

    @Test
    void deletesTheAccountAfterTheBeansOfTheApplication() {
        GenericApplicationContext context = contextWithAnAccount();
        StubAccount account = context.getBeanFactory().getBean(StubAccount.class);
        List<Integer> instancesAtTheEnd = new ArrayList<>();
        context.registerBean(
                "application",
                DisposableBean.class,
                () -> () -> instancesAtTheEnd.add(
                        account.client().instances().list().size()));
        context.refresh();
        account.client().instances().create(SPEC);

        context.close();

        assertThat(instancesAtTheEnd).containsExactly(1);
        StubAccount opened = new StubAccount(account.baseUrl(), account.apiKey(), account.admin());
        assertThat(opened.client().instances().list()).isEmpty();
        opened.close();
    }

    static GenericApplicationContext contextWithAnAccount() {
        GenericApplicationContext context = new GenericApplicationContext();
        new StubContextCustomizer(List.of()).customizeContext(context, CONFIGURATION);
        return context;
    }

    @Configuration(proxyBeanMethods = false)
    static class Application {

        /** Like the auto-configuration of the client. */
        @Bean
        GpuCloudClient client(Environment properties, WaitTimer timer) {
            return GpuCloudClient.builder()
                    .baseUrl(Objects.requireNonNull(properties.getProperty("gpu-cloud.base-url")))
                    .apiKey(Objects.requireNonNull(properties.getProperty("gpu-cloud.api-key")))
                    .timer(timer)
                    .build();
        }
    }
}
