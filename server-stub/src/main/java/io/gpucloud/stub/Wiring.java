package io.gpucloud.stub;

import io.gpucloud.stub.admin.AdminConfiguration;
import io.gpucloud.stub.control.AccountParts;
import io.gpucloud.stub.control.Faults;
import io.gpucloud.stub.control.Journal;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.RateLimits;
import io.gpucloud.stub.control.RequestLog;
import io.gpucloud.stub.control.Seeds;
import io.gpucloud.stub.control.Shared;
import io.gpucloud.stub.control.Snapshots;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.control.Waits;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Catalog;
import io.gpucloud.stub.domain.Rules;
import io.gpucloud.stub.web.WebConfiguration;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.io.ResourceLoader;

/** The parts of a stub, but for where its state is kept. Those of Spring are named piece by piece: in a test the class path holds more than the stub, and nothing of it may start here. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StubProperties.class)
@ImportAutoConfiguration({
    DispatcherServletAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    ValidationAutoConfiguration.class,
    WebMvcAutoConfiguration.class
})
@Import({AdminConfiguration.class, WebConfiguration.class})
class Wiring {

    /** Found by its name. */
    @Bean
    MessageSource messageSource() {
        return new NoMessages();
    }

    @Bean
    StubClock clock(StubProperties properties, Shared.Source shared) {
        return new StubClock(
                InstantSource.system(),
                properties.clock().now(),
                properties.clock().frozen(),
                shared.of("clocks"));
    }

    @Bean
    Seeds seeds(StubProperties properties, ResourceLoader resources) {
        return SeedFiles.read(properties.seed(), resources);
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
                properties.limits().bills());
    }

    @Bean
    AccountParts accountParts(Accounts accounts, StubClock clock, Faults faults, RateLimits limits) {
        return new AccountParts(accounts, clock, faults, limits);
    }

    @Bean
    Keys keys(StubProperties properties, StubClock clock, AccountParts parts, Shared.Source shared) {
        StubProperties.Tenants tenants = properties.tenants();
        return new Keys(
                new Keys.Tenants(
                        tenants.enabled(), tenants.max(), tenants.idle().toMillis()),
                clock::machineMillis,
                parts::drop,
                shared.of("keys"));
    }

    @Bean
    Waits waits() {
        return new Waits();
    }

    /** Who is held up by a fault is answered before the stub ends, and does not hold it up. */
    @Bean
    ApplicationListener<ContextClosedEvent> endOfPauses(Waits waits) {
        return closed -> waits.endPauses();
    }

    @Bean
    Journal journal(StubProperties properties, Waits waits, StubClock clock, Journal.Others others) {
        return new Journal(properties.limits().journal(), waits, clock::machineMillis, others);
    }

    /** There or not, it is a bean: conditions would be decided when Spring's work is done at build time. */
    @Bean
    RequestLog requestLog(StubProperties properties) {
        return new RequestLog(properties.requestLog());
    }

    @Bean
    Faults faults(StubProperties properties, Shared.Source shared) {
        return new Faults(properties.faults().seed(), shared.of("faults"));
    }

    @Bean
    RateLimits rateLimits(StubProperties properties, RateLimits.Counters counters) {
        return new RateLimits(
                properties.rateLimit().requestsPerSecond(),
                properties.rateLimit().concurrent(),
                counters);
    }

    @Bean
    Snapshots snapshots(Accounts accounts, StubClock clock, Keys keys, Faults faults, Seeds seeds, Rules rules) {
        return new Snapshots(accounts, clock, keys, faults, seeds, rules);
    }

    @Bean
    AutoCloseable snapshotFile(StubProperties properties, Snapshots snapshots, Waits waits) {
        StubProperties.Snapshot kept = properties.snapshot();
        return kept.file() == null
                ? () -> {}
                : SnapshotFile.open(
                        kept.file(),
                        properties.limits().maxSnapshot().toBytes(),
                        snapshots,
                        waits,
                        kept.interval().toMillis());
    }

    @Bean
    WebConfiguration.Settings webSettings(StubProperties properties) {
        return new WebConfiguration.Settings(
                properties.paging().maxPageSize(),
                Math.toIntExact(properties.limits().maxBody().toBytes()),
                properties.validate());
    }

    @Bean
    AdminConfiguration.Settings adminSettings(StubProperties properties) {
        return new AdminConfiguration.Settings(
                properties.admin().token(),
                Math.toIntExact(properties.limits().maxSnapshot().toBytes()));
    }
}
