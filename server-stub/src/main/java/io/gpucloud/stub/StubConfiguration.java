package io.gpucloud.stub;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.admin.AdminConfiguration;
import io.gpucloud.stub.admin.SeedReader;
import io.gpucloud.stub.api.ApiConfiguration;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.auth.StoredKey;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.journal.RequestJournal;
import io.gpucloud.stub.journal.RequestLog;
import io.gpucloud.stub.pact.PactConfiguration;
import io.gpucloud.stub.page.PageConfiguration;
import io.gpucloud.stub.settings.SettingsValidator;
import io.gpucloud.stub.settings.StubProperties;
import io.gpucloud.stub.sql.Database;
import io.gpucloud.stub.startup.UnusableSettingException;
import io.gpucloud.stub.state.ExchangeRules;
import io.gpucloud.stub.state.InMemoryStateStore;
import io.gpucloud.stub.state.InitialControls;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.state.SnapshotFile;
import io.gpucloud.stub.state.Snapshots;
import io.gpucloud.stub.state.StateStore;
import io.gpucloud.stub.state.StubResetter;
import io.gpucloud.stub.store.SharedStore;
import jakarta.validation.Validator;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/**
 * The beans of a stub. It imports single auto-configurations of Spring Boot: the class path of a test contains other
 * libraries, and their auto-configurations must not start.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StubProperties.class)
@ImportAutoConfiguration({
    DispatcherServletAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    ValidationAutoConfiguration.class,
    WebMvcAutoConfiguration.class
})
@Import({
    AdminConfiguration.class,
    ApiConfiguration.class,
    InitialControls.class,
    PactConfiguration.class,
    PageConfiguration.class,
    Scheduler.class,
    Snapshots.class,
    StubResetter.class
})
class StubConfiguration {

    @Bean(EnableConfigurationProperties.VALIDATOR_BEAN_NAME)
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static org.springframework.validation.Validator settingsValidator(
            ConfigurableEnvironment environment, ObjectProvider<Validator> validator) {
        return SettingsValidator.of(environment, validator);
    }

    @Bean
    StateStore stateStore(StubProperties properties, Environment environment, Seeds seeds, Rules rules) {
        String url = properties.store();
        if (url == null) {
            return new InMemoryStateStore();
        }
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new UnusableSettingException(
                    "stub.store does not begin with jdbc:postgresql:",
                    "Use jdbc:postgresql://host/db. The value may contain a password and is not shown.");
        }
        Path file = properties.snapshot().file();
        if (file != null) {
            throw notWithStore("stub.snapshot.file", file);
        }
        if (!properties.tenants().idle().isZero()) {
            // A stub does not know which keys the others have used.
            throw notWithStore("stub.tenants.idle", properties.tenants().idle());
        }
        return Database.open(url, environment, ExchangeRules.of(seeds, rules));
    }

    private static UnusableSettingException notWithStore(String setting, Object value) {
        return new UnusableSettingException(
                setting, value, "cannot be used with stub.store", "Remove one of the two settings.");
    }

    /** Only the revisions of accounts are random. Nothing that a caller of the public API sees depends on them. */
    @Bean
    Accounts accounts(StateStore store, Seeds seeds, Rules rules, StubClock clock) {
        return store.accounts(
                seeds, rules, clock, () -> ThreadLocalRandom.current().nextLong());
    }

    @Bean
    StubClock clock(StubProperties properties, StateStore store) {
        StubProperties.Clock first = properties.clock();
        SharedStore<StubClock.Setting> settings = store.shared("clocks", StubClock.Setting.class);
        return new StubClock(InstantSource.system(), first.now(), first.frozen(), settings);
    }

    @Bean
    Seeds seeds(StubProperties properties, ResourceLoader resources, SeedReader reader) {
        return reader.read(properties.seed(), resources);
    }

    @Bean
    Catalog catalog(Seeds seeds) {
        return seeds.catalog();
    }

    @Bean
    Rules rules(Seeds seeds, StubProperties properties) {
        StubProperties.Lifecycle lifecycle = properties.lifecycle();
        StubProperties.Metering metering = properties.metering();
        return new Rules(
                seeds.catalog(),
                new Rules.Durations(
                        lifecycle.boot().toSeconds(),
                        lifecycle.shutdown().toSeconds(),
                        lifecycle.imageUpload().toSeconds()),
                new Rules.Metering(metering.enabled(), metering.requireFunds()),
                properties.limits().instances(),
                properties.limits().bills(),
                properties.observed(),
                properties.assumptions().timerUnit(),
                lifecycle.start(),
                properties.assumptions().instanceTitle(),
                properties.assumptions().billedPrice());
    }

    /** The resetter needs the keys as well. */
    @Bean
    ApiKeys keys(
            StubProperties properties,
            StubClock clock,
            InitialControls controls,
            ObjectProvider<StubResetter> resetter,
            StateStore store) {
        StubProperties.Tenants tenants = properties.tenants();
        long idleMillis = tenants.idle().toMillis();
        return new ApiKeys(
                new ApiKeys.Tenants(tenants.enabled(), tenants.max(), idleMillis),
                clock::machineMillis,
                controls::set,
                account -> resetter.getObject().drop(account),
                store.shared("keys", StoredKey.class));
    }

    /**
     * Ends the delays of faults when the stub stops, so that delayed callers get their response and do not delay the
     * stop.
     */
    @Bean
    ApplicationListener<ContextClosedEvent> endOfPauses(Scheduler scheduler) {
        return closed -> scheduler.endPauses();
    }

    @Bean
    RequestJournal journal(
            StubProperties properties, StateStore store, ApiKeys keys, Scheduler scheduler, StubClock clock) {
        return new RequestJournal(
                store.journal(properties.limits().journal(), clock::machineMillis), keys::opensAccount, scheduler);
    }

    /** Always a bean, because conditions would be evaluated at build time, during Spring's ahead-of-time processing. */
    @Bean
    RequestLog requestLog(StubProperties properties) {
        return new RequestLog(properties.requestLog());
    }

    @Bean
    FaultRegistry faults(StubProperties properties, StateStore store) {
        return new FaultRegistry(properties.faults().seed(), store.shared("faults", FaultRegistry.State.class));
    }

    /** The time of limits, which does not stop with the clock of the stub. */
    @Bean
    TimeMeter realTime() {
        return TimeMeter.SYSTEM_NANOTIME;
    }

    @Bean
    RateLimiter rateLimits(StubProperties properties, TimeMeter realTime) {
        StubProperties.RateLimit limit = properties.rateLimit();
        return new RateLimiter(limit.requestsPerSecond(), limit.concurrent(), realTime);
    }

    @Bean
    @Nullable
    SnapshotFile snapshotFile(StubProperties properties, Snapshots snapshots, Scheduler scheduler) {
        Path file = properties.snapshot().file();
        int max = properties.limits().maxSnapshotBytes();
        long interval = properties.snapshot().interval().toMillis();
        return file == null ? null : SnapshotFile.open(file, max, snapshots, scheduler, interval);
    }
}
