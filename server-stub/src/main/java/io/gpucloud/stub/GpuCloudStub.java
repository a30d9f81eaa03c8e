package io.gpucloud.stub;

import static java.util.Map.entry;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.admin.AdminConfiguration;
import io.gpucloud.stub.control.Faults;
import io.gpucloud.stub.control.InMemoryAccounts;
import io.gpucloud.stub.control.Journal;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.RateLimits;
import io.gpucloud.stub.control.RequestLog;
import io.gpucloud.stub.control.Seeds;
import io.gpucloud.stub.control.Snapshots;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.control.Waits;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Catalog;
import io.gpucloud.stub.domain.Rules;
import io.gpucloud.stub.web.WebConfiguration;
import java.net.URI;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.ResourceLoader;

/** A stub of the GPU Cloud API, as a program and inside a test. */
public final class GpuCloudStub implements AutoCloseable {

    private static final Map<String, Object> DEFAULTS = Map.ofEntries(
            entry("spring.config.name", "gpu-cloud-stub"),
            entry("spring.main.banner-mode", "off"),
            entry("spring.main.log-startup-info", "false"),
            entry("spring.web.resources.add-mappings", "false"),
            entry("server.address", "127.0.0.1"),
            entry("management.endpoints.web.exposure.include", "health,metrics,prometheus"),
            entry("logging.level.root", "warn"),
            entry("logging.level.gpu-cloud-stub.requests", "info"),
            // What keeps the stub from starting is said once, by its analysis.
            entry("logging.level.org.springframework.boot.tomcat", "off"),
            entry("logging.level.org.springframework.boot.web.server.servlet.context", "error"),
            // An unknown path is an answer like any other.
            entry("logging.level.org.springframework.web.servlet.PageNotFound", "error"));

    private final ConfigurableApplicationContext context;

    private GpuCloudStub(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Runs the stub as a program.
     *
     * @param arguments settings such as {@code --server.port=9090}, or {@code --help}
     */
    public static void main(String[] arguments) {
        Usage usage = new Usage();
        if (usage.isAskedFor(arguments)) {
            System.out.println(usage.text(arguments));
            return;
        }
        GpuCloudStub stub = run(arguments, Wiring.class, Monitoring.class);
        System.out.println(stub.greeting());
    }

    /**
     * Starts a stub on a free port of the loopback interface.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     * @return the running stub
     */
    public static GpuCloudStub start(String... settings) {
        return run(
                Stream.concat(
                                Stream.of("--server.port=0"),
                                Arrays.stream(settings).map(setting -> "--" + setting))
                        .toArray(String[]::new),
                Wiring.class);
    }

    /**
     * The base address of the API.
     *
     * @return the address, with the version of the API at its end
     */
    public URI baseUrl() {
        return URI.create(origin() + "/api/open/v2");
    }

    @Override
    public void close() {
        context.close();
    }

    private static GpuCloudStub run(String[] arguments, Class<?>... parts) {
        SpringApplication application = new SpringApplication(parts);
        application.setDefaultProperties(DEFAULTS);
        return new GpuCloudStub(application.run(arguments));
    }

    private String origin() {
        var server = ((WebServerApplicationContext) context).getWebServer();
        String address = context.getEnvironment().getProperty("server.address", "127.0.0.1");
        return "http://" + address + ":" + (server == null ? 0 : server.getPort());
    }

    private String greeting() {
        return """
                GPU cloud stub
                  base URL  %1$s/api/open/v2
                  API key   demo-key
                  pages     %1$s/ (start, reference, console)
                  try       curl -H 'Authorization: Bearer demo-key' %1$s/api/open/v2/gpu/list""".formatted(origin());
    }

    /** Named piece by piece: in a test the class path holds more than the stub, and nothing of it may start here. */
    @Configuration(proxyBeanMethods = false)
    @EnableConfigurationProperties(StubProperties.class)
    @ImportAutoConfiguration({
        DispatcherServletAutoConfiguration.class,
        HttpMessageConvertersAutoConfiguration.class,
        JacksonAutoConfiguration.class,
        TomcatServletWebServerAutoConfiguration.class,
        ValidationAutoConfiguration.class,
        WebMvcAutoConfiguration.class
    })
    @Import({AdminConfiguration.class, WebConfiguration.class})
    static class Wiring {

        @Bean
        StubClock clock(StubProperties properties) {
            return new StubClock(
                    InstantSource.system(),
                    properties.clock().now(),
                    properties.clock().frozen());
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
                    properties.limits().bills());
        }

        @Bean
        Accounts accounts(Seeds seeds, Rules rules, StubClock clock) {
            return new InMemoryAccounts(seeds, rules, clock);
        }

        @Bean
        Keys keys(StubProperties properties, StubClock clock, Accounts accounts, Faults faults) {
            StubProperties.Tenants tenants = properties.tenants();
            return new Keys(
                    new Keys.Tenants(
                            tenants.enabled(), tenants.max(), tenants.idle().toMillis()),
                    clock::machineMillis,
                    account -> {
                        accounts.close(account);
                        clock.release(account);
                        faults.removeOf(account.name());
                    });
        }

        @Bean
        Waits waits() {
            return new Waits();
        }

        @Bean
        Journal journal(StubProperties properties, Waits waits) {
            return new Journal(properties.limits().journal(), waits);
        }

        /** There or not, it is a bean: conditions would be decided when Spring's work is done at build time. */
        @Bean
        RequestLog requestLog(StubProperties properties) {
            return new RequestLog(properties.requestLog());
        }

        @Bean
        Faults faults(StubProperties properties) {
            return new Faults(properties.faults().seed());
        }

        @Bean
        RateLimits rateLimits(StubProperties properties) {
            return new RateLimits(
                    properties.rateLimit().requestsPerSecond(),
                    properties.rateLimit().concurrent(),
                    TimeMeter.SYSTEM_NANOTIME);
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
                            kept.file(), snapshots, waits, kept.interval().toMillis());
        }

        @Bean
        WebConfiguration.Settings webSettings(StubProperties properties) {
            return new WebConfiguration.Settings(
                    properties.paging().maxPageSize(),
                    (int) properties.limits().maxBody().toBytes(),
                    properties.validate());
        }

        @Bean
        AdminConfiguration.Settings adminSettings(StubProperties properties) {
            return new AdminConfiguration.Settings(
                    properties.admin().token(),
                    properties.limits().maxSnapshot().toBytes());
        }
    }
}
