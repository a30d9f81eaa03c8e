package io.gpucloud.client.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.lease.EndedProcess;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseListener;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.lease.RecoveryDecision;
import io.gpucloud.client.lease.RentalPlan;
import io.gpucloud.client.micrometer.LeaseMetrics;
import io.gpucloud.client.testing.AccountService;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

class GpuCloudLeaseAutoConfigurationTest {

    private static final RentalPlan PLAN = RentalPlan.builder()
            .podUuid("pod")
            .maxLifetime(Duration.ofHours(1))
            .gpus("gpu")
            .build();

    private final TestTime time = new TestTime();
    private final AccountService account = new AccountService(time);

    @AutoClose
    private final FaultServer server = new FaultServer(this::reply);

    private final CompletableFuture<ReceivedRequest> destroyed = new CompletableFuture<>();

    private final ApplicationContextRunner configured = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(GpuCloudAutoConfiguration.class, GpuCloudLeaseAutoConfiguration.class))
            .withBean(WaitTimer.class, () -> time)
            .withPropertyValues("gpu-cloud.base-url=" + server.url(), "gpu-cloud.api-key=a-key");

    private Reply reply(ReceivedRequest request) {
        Reply reply = account.reply(request);
        if (request.operation().endsWith("destroy")) {
            destroyed.complete(request);
        }
        return reply;
    }

    private Stream<String> bodies(String operation) {
        return server.received().stream()
                .filter(request -> request.operation().endsWith(operation))
                .map(ReceivedRequest::body);
    }

    @Test
    void hasMetersWithMicrometer() {
        configured.run(context -> assertThat(context).hasSingleBean(LeaseMetrics.class));
        configured
                .withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(Leases.class)
                        .doesNotHaveBean(LeaseMetrics.class));
    }

    @Test
    void destroysLeasedInstancesWhenTheContextCloses() {
        configured.withPropertyValues("gpu-cloud.leases.owner=nightly").run(context -> {
            context.getBean(Leases.class).rent(PLAN);
            assertThat(account.instances()).hasSize(1);
        });

        assertThat(account.instances()).isEmpty();
        assertThat(bodies("update_title"))
                .singleElement()
                .asString()
                .containsPattern("\"nightly\\.[0-9a-z]{8}: lease\"");
        assertThat(bodies("shutdown_timer")).last().asString().contains("\"shutdown_time\":1767229200");
    }

    @Test
    void sendsTimersInTheUnitThatIsSet() {
        configured
                .withPropertyValues("gpu-cloud.shutdown-time-unit=minutes")
                .run(context -> context.getBean(Leases.class).rent(PLAN));

        assertThat(bodies("shutdown_timer")).last().asString().contains("\"shutdown_time\":60");
    }

    @Test
    void waitsForABootAsLongAsThePropertySays() {
        account.booting();
        configured
                .withPropertyValues("gpu-cloud.leases.boot-timeout=2m")
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(Leases.class).rent(PLAN))
                        .isInstanceOf(WaitTimeoutException.class));

        assertThat(time.passed()).isLessThan(Duration.ofMinutes(5));
    }

    @Test
    void keepsAJournalOnRequest(@TempDir Path journal) {
        configured.withPropertyValues("gpu-cloud.leases.journal=" + journal).run(context -> {
            context.getBean(Leases.class).rent(PLAN);
            assertThat(journals(journal)).isEqualTo(1);
        });
    }

    @Test
    void warnsWhatACrashCostsUnlessAJournalIsChosen(@TempDir Path journal) {
        try (CapturedLog log = new CapturedLog(GpuCloudLeaseAutoConfiguration.class.getName())) {
            configured
                    .withPropertyValues("gpu-cloud.leases.journal=none")
                    .run(GpuCloudLeaseAutoConfigurationTest::starts);
            configured
                    .withPropertyValues("gpu-cloud.leases.journal=" + journal)
                    .run(GpuCloudLeaseAutoConfigurationTest::starts);
            configured
                    .withBean(GpuCloudLeaseCustomizer.class, () -> options -> options.journal(journal))
                    .run(GpuCloudLeaseAutoConfigurationTest::starts);
            assertThat(log.messages(Level.WARN, server.url())).isEmpty();

            configured.run(GpuCloudLeaseAutoConfigurationTest::starts);
            assertThat(log.messages(Level.WARN, server.url()))
                    .singleElement()
                    .asString()
                    .contains("gpu-cloud.leases.journal", "After a crash", "costs until");
        }
    }

    private static void starts(AssertableApplicationContext context) {
        assertThat(context).hasSingleBean(Leases.class);
    }

    private static long journals(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("lease-.*\\.jsonl"))
                    .count();
        }
    }

    @Test
    void callsCustomizersAfterTheProperties() {
        configured
                .withPropertyValues("gpu-cloud.leases.owner=nightly")
                .withBean(GpuCloudLeaseCustomizer.class, () -> options -> options.owner("weekly"))
                .run(context -> context.getBean(Leases.class).rent(PLAN));

        assertThat(bodies("update_title"))
                .singleElement()
                .asString()
                .containsPattern("\"weekly\\.[0-9a-z]{8}: lease\"");
    }

    @Test
    void stopsTheStartIfOptionsContradictOrHaveNoEffect() {
        configured
                .withPropertyValues("gpu-cloud.leases.on-close=hand-over")
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("needs a journal"));
        configured
                .withBean(LeaseOptions.class, LeaseOptions::defaults)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("has no effect"));
    }

    @Test
    void handsLeasesOverToTheNextStart(@TempDir Path journal) {
        ApplicationContextRunner service = configured.withPropertyValues(
                "gpu-cloud.leases.owner=service",
                "gpu-cloud.leases.journal=" + journal,
                "gpu-cloud.leases.unverified-timer=destroy",
                "gpu-cloud.leases.on-close=hand-over");

        service.run(context ->
                context.getBean(Leases.class).rent(PLAN.toBuilder().tag("job-1").build()));
        assertThat(account.instances()).hasSize(1);

        service.run(context -> assertThat(context.getBean(Leases.class).openLeases())
                .singleElement()
                .satisfies(lease -> {
                    assertThat(lease.tag()).isEqualTo("job-1");
                    lease.close();
                }));
        assertThat(account.instances()).isEmpty();
    }

    private ApplicationContextRunner service(Path journal, String... properties) {
        return configured
                .withPropertyValues(
                        "gpu-cloud.leases.owner=service",
                        "gpu-cloud.leases.journal=" + journal,
                        "gpu-cloud.leases.unverified-timer=destroy")
                .withPropertyValues(properties);
    }

    /** Otherwise a crash would destroy jobs that a redeploy keeps. */
    @ParameterizedTest
    @ValueSource(strings = {"on-close=hand-over", "recovery=resume"})
    void resumesTheLeasesOfAKilledProcess(String property, @TempDir Path journal) {
        EndedProcess.leavesRunning(journal, account.foreign("service: lease"), "job-1", time.now());
        CompletableFuture<LeaseEvent> recovered = new CompletableFuture<>();

        service(journal, "gpu-cloud.leases." + property)
                .withBean(LeaseListener.class, () -> recovered::complete)
                .run(context -> {
                    assertThat(recovered.join().type()).isEqualTo(LeaseEvent.Type.RECOVERED);
                    assertThat(context.getBean(Leases.class).openLeases())
                            .singleElement()
                            .satisfies(lease -> assertThat(lease.tag()).isEqualTo("job-1"));
                });
    }

    @Test
    void keepsWhatEndedProcessesLeftIfThePropertySaysSo(@TempDir Path journal) {
        EndedProcess.leavesRunning(journal, account.foreign("service: lease"), null, time.now());

        service(journal, "gpu-cloud.leases.on-close=hand-over", "gpu-cloud.leases.recovery=keep")
                .run(context ->
                        assertThat(context.getBean(Leases.class).openLeases()).isEmpty());

        assertThat(account.instances()).hasSize(1);
    }

    @Test
    void destroysWhatEndedProcessesLeftIfThePropertySaysSo(@TempDir Path journal) {
        EndedProcess.leavesRunning(journal, account.foreign("service: lease"), null, time.now());

        service(journal, "gpu-cloud.leases.on-close=hand-over", "gpu-cloud.leases.recovery=destroy")
                .run(context -> destroyed.join());

        assertThat(account.instances()).isEmpty();
    }

    @Test
    void recoversLaterIfThePropertySaysSo(@TempDir Path journal) {
        EndedProcess.leavesRunning(journal, account.foreign("service: lease"), null, time.now());

        service(journal, "gpu-cloud.leases.recovery=off").run(context -> {
            Leases leases = context.getBean(Leases.class);
            leases.recover(found -> RecoveryDecision.RESUME);
            leases.openLeases().get(0).keep();
        });

        assertThat(account.instances()).hasSize(1);
    }

    @Test
    void saysAtTheStartWhatItDoesWithInstancesOfEndedProcesses(@TempDir Path journal) {
        try (CapturedLog log = new CapturedLog(GpuCloudLeaseAutoConfiguration.class.getName(), Level.INFO)) {
            service(journal, "gpu-cloud.leases.on-close=hand-over").run(GpuCloudLeaseAutoConfigurationTest::starts);
            service(journal, "gpu-cloud.leases.recovery=off").run(GpuCloudLeaseAutoConfigurationTest::starts);
            service(journal).run(GpuCloudLeaseAutoConfigurationTest::starts);
            configured
                    .withBean(GpuCloudLeaseCustomizer.class, () -> options -> options.journal(journal))
                    .run(GpuCloudLeaseAutoConfigurationTest::starts);

            assertThat(log.messages(Level.INFO, "" + journal))
                    .satisfiesExactly(
                            line -> assertThat(line).endsWith("gpu-cloud.leases.recovery: resume"),
                            line -> assertThat(line).endsWith("gpu-cloud.leases.recovery: off"),
                            line -> assertThat(line).endsWith("resume what was handed over, destroy the rest"),
                            line -> assertThat(line).endsWith("unless a GpuCloudLeaseCustomizer decides"));
        }
    }

    @Test
    void warnsIfNothingUsesResumedLeases(@TempDir Path journal) {
        ApplicationContextRunner resuming = service(journal, "gpu-cloud.leases.recovery=resume");
        try (CapturedLog log = new CapturedLog(GpuCloudLeaseAutoConfiguration.class.getName())) {
            Stream.of(
                            service(journal, "gpu-cloud.leases.recovery=destroy"),
                            resuming.withUserConfiguration(Jobs.class),
                            resuming.withUserConfiguration(Events.class),
                            lazy(resuming.withUserConfiguration(Jobs.class)),
                            resuming.withBean(LeaseListener.class, () -> event -> {}),
                            resuming.withBean(
                                    GpuCloudLeaseCustomizer.class, () -> options -> options.listener(e -> {})))
                    .forEach(application -> application.run(GpuCloudLeaseAutoConfigurationTest::starts));
            assertThat(log.messages(Level.WARN, "" + journal)).isEmpty();

            resuming.run(GpuCloudLeaseAutoConfigurationTest::starts);
            assertThat(log.messages(Level.WARN, "" + journal))
                    .singleElement()
                    .asString()
                    .contains(
                            "no bean has Leases injected or listens",
                            "recovery=destroy",
                            "a bean that asks for Leases later");
        }
    }

    private static ApplicationContextRunner lazy(ApplicationContextRunner application) {
        return application
                .withPropertyValues("spring.main.lazy-initialization=true")
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()));
    }

    @Configuration(proxyBeanMethods = false)
    static class Jobs {

        @Bean
        Runnable jobs(Leases leases) {
            return () -> leases.rent(PLAN);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Events {

        private final List<String> types = new ArrayList<>();

        @EventListener
        void on(LeaseEvent event) {
            types.add(event.type().name());
        }
    }

    @Test
    void publishesEventsToTheApplication() {
        configured.withUserConfiguration(Events.class).run(context -> {
            context.getBean(Leases.class).rent(PLAN);
            assertThat(context.getBean(Events.class).types).contains("CREATED", "RUNNING");
        });
    }

    @Test
    void recoversAtTheStartAlsoIfBeansAreLazy(@TempDir Path journal) {
        lazy(service(journal))
                .run(context -> assertThat(context.getBeanFactory().containsSingleton("gpuCloudLeases"))
                        .isTrue());
    }

    @Test
    void createsNoLeasesIfTheyAreDisabledOrABeanOfTheApplication() {
        configured
                .withPropertyValues("gpu-cloud.leases.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Leases.class));
        configured
                .withBean("mine", Leases.class, () -> TestClients.leases(TestClients.connect(server)))
                .run(context -> assertThat(context).hasSingleBean(Leases.class).hasBean("mine"));
    }

    @Test
    void createsNoLeasesWithoutAPrimaryClient() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(GpuCloudAutoConfiguration.class, GpuCloudLeaseAutoConfiguration.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Leases.class));
        configured
                .withBean("one", GpuCloudClient.class, () -> TestClients.connect(server))
                .withBean("another", GpuCloudClient.class, () -> TestClients.connect(server))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Leases.class));
    }

    @Test
    void doesNotStartWithAnInvalidOwner() {
        configured
                .withPropertyValues("gpu-cloud.leases.owner=my program")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("owner must have 1 to 30 letters"));
    }
}
