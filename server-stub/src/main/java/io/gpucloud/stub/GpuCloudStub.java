package io.gpucloud.stub;

import io.gpucloud.stub.control.InMemoryAccounts;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.SeedReader;
import io.gpucloud.stub.control.Seeds;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Catalog;
import io.gpucloud.stub.domain.Rules;
import io.gpucloud.stub.web.WebConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** A stub of the GPU Cloud API, as a program and inside a test. */
public final class GpuCloudStub implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private GpuCloudStub(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Runs the stub as a program.
     *
     * @param arguments settings such as {@code --server.port=9090} or {@code --stub.lifecycle.boot=5s}
     */
    public static void main(String[] arguments) {
        GpuCloudStub stub = run(arguments);
        System.out.println(stub.greeting());
    }

    /**
     * Starts a stub on a free port of the loopback interface.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     * @return the running stub
     */
    public static GpuCloudStub start(String... settings) {
        return run(Stream.concat(
                        Stream.of("--server.port=0"), Arrays.stream(settings).map(setting -> "--" + setting))
                .toArray(String[]::new));
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

    private static GpuCloudStub run(String[] arguments) {
        SpringApplication application = new SpringApplication(Wiring.class);
        application.setDefaultProperties(Map.of(
                "spring.config.name", "gpu-cloud-stub",
                "spring.main.banner-mode", "off",
                "spring.main.log-startup-info", "false",
                "spring.web.resources.add-mappings", "false",
                "server.address", "127.0.0.1",
                "logging.level.root", "warn"));
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
                  docs      %1$s/openapi/gpu-cloud-v2.yaml
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
    @Import(WebConfiguration.class)
    static class Wiring {

        @Bean
        StubClock clock() {
            return new StubClock(InstantSource.system());
        }

        @Bean
        Seeds seeds(StubProperties properties) {
            try {
                return SeedReader.read(properties.seed().getContentAsByteArray());
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }

        @Bean
        Catalog catalog(Seeds seeds) {
            return seeds.catalog();
        }

        @Bean
        Keys keys(StubProperties properties) {
            return new Keys(new Keys.Tenants(
                    properties.tenants().enabled(), properties.tenants().max()));
        }

        @Bean
        Accounts accounts(Seeds seeds, StubProperties properties, StubClock clock) {
            StubProperties.Lifecycle lifecycle = properties.lifecycle();
            StubProperties.Metering metering = properties.metering();
            Rules rules = new Rules(
                    seeds.catalog(),
                    new Rules.Durations(
                            lifecycle.boot().toSeconds(),
                            lifecycle.shutdown().toSeconds(),
                            lifecycle.imageUpload().toSeconds()),
                    new Rules.Metering(metering.enabled(), metering.requireFunds()),
                    properties.limits().bills());
            return new InMemoryAccounts(seeds, rules, clock);
        }
    }
}
