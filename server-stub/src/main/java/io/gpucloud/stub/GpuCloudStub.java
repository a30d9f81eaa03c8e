package io.gpucloud.stub;

import static java.util.Map.entry;

import io.gpucloud.stub.settings.StubProperties;
import io.gpucloud.stub.startup.AheadOfTimeListener;
import io.gpucloud.stub.startup.CommandLineHelp;
import io.gpucloud.stub.startup.ReusedStubs;
import io.gpucloud.stub.startup.ServerSettingsCheck;
import io.gpucloud.stub.startup.StubProfileLoader;
import io.gpucloud.stub.startup.UnknownSettingCheck;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.support.EnvironmentPostProcessorApplicationListener;
import org.springframework.boot.webmvc.actuate.endpoint.web.AbstractWebMvcEndpointHandlerMapping;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** A stub of the Cloud GPU Instance Service API, as a program and inside a test. */
public final class GpuCloudStub implements AutoCloseable {

    private static final Map<String, Object> DEFAULTS = Map.ofEntries(
            entry("spring.config.name", "gpu-cloud-stub"),
            entry("spring.main.banner-mode", "off"),
            entry("spring.main.log-startup-info", "false"),
            entry("spring.web.resources.add-mappings", "false"),
            // The stub does not need these. Each would cost time for every request.
            entry("spring.mvc.formcontent.filter.enabled", "false"),
            entry("spring.mvc.publish-request-handled-events", "false"),
            entry("spring.servlet.multipart.enabled", "false"),
            entry("server.address", "127.0.0.1"),
            // The same on every platform: in a Kubernetes pod Spring would trust the forwarding headers of any caller.
            entry("spring.main.cloud-platform", "none"),
            entry("server.forward-headers-strategy", "none"),
            // Limit for a caller that stops within a request.
            entry("server.tomcat.connection-timeout", "10s"),
            // Java's HTTP client uses a connection again for 20 minutes. A request would fail while the stub closes it.
            entry("server.tomcat.keep-alive-timeout", "25m"),
            // Tomcat would close a connection after 100 requests. New connections would take a tenth of the CPU.
            entry("server.tomcat.max-keep-alive-requests", "-1"),
            // Header fields add up to 8 KiB in any case.
            entry("server.max-http-request-header-size", "8KB"),
            // AdminAccessFilter decides who may call /actuator.
            entry("management.endpoint.health.show-details", "always"),
            entry("management.endpoints.web.exposure.include", "health,metrics,prometheus"),
            entry("logging.level.root", "warn"),
            entry("logging.level.gpu-cloud-stub.requests", "info"),
            // The failure analyzers of Spring report why a start failed. Tomcat would repeat it.
            entry("logging.level.org.springframework.boot.tomcat", "off"),
            entry("logging.level.org.springframework.boot.web.server.servlet.context", "error"),
            // An unknown path is an ordinary response.
            entry("logging.level.org.springframework.web.servlet.PageNotFound", "error"));

    private static final String ADMIN_ACCESS =
            "  admin     /__admin is for this machine only; --stub.admin.token=TOKEN opens it. Set it behind any proxy.%n"
                    .formatted();

    /**
     * Logs several lines at INFO for each start and stop. Without the strong reference, the JDK would forget the level.
     */
    private static final Logger TOMCAT = Logger.getLogger("org.apache");

    private final ConfigurableApplicationContext context;

    private GpuCloudStub(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Runs the stub as a program.
     *
     * @param arguments settings such as {@code --server.port=9090}, or {@code --help}, or {@code stop}
     */
    public static void main(String[] arguments) {
        Optional<String> asked = CommandLineHelp.answer(arguments).or(() -> ReusedStubs.answer(arguments));
        if (asked.isPresent()) {
            System.out.println(asked.get());
            return;
        }
        // Would load Bean Validation and other classes on a second thread, which a start does not need.
        System.setProperty("spring.backgroundpreinitializer.ignore", "true");
        System.out.println(program(arguments).greeting());
    }

    /** Starts a stub as the program does. */
    static GpuCloudStub program(String... arguments) {
        SpringApplication application = application(StubConfiguration.class, MonitoringConfiguration.class);
        application.addListeners(new UnknownSettingCheck(), new AheadOfTimeListener());
        // Controllers come first: the mappings of Actuator compare every request with each of their patterns.
        application.addInitializers(context -> context.addBeanFactoryPostProcessor(beans -> Stream.of(
                        beans.getBeanNamesForType(AbstractWebMvcEndpointHandlerMapping.class, true, false))
                .forEach(name ->
                        beans.getBeanDefinition(name).getPropertyValues().add("order", 1))));
        return new GpuCloudStub(application.run(Stream.of(arguments)
                .map(argument -> argument.replaceFirst("^--port=", "--server.port="))
                .toArray(String[]::new)));
    }

    /**
     * Starts a stub for the tests of another process, without monitoring. Its beans are lazy, because a test needs few
     * of them. It reads no files with settings, which would belong to the program under test.
     *
     * @param main the main class, by whose name Spring finds the result of its ahead-of-time processing
     * @param listener hears of the start, for example of the port
     * @param arguments settings such as {@code --stub.lifecycle.boot=5s}
     */
    static GpuCloudStub forTests(Class<?> main, ApplicationListener<?> listener, String... arguments) {
        SpringApplication application = application(StubConfiguration.class);
        application.setMainApplicationClass(main);
        application.setLazyInitialization(true);
        // The process ends with its owner, not with a signal.
        application.setRegisterShutdownHook(false);
        removeListeners(
                application, EnvironmentPostProcessorApplicationListener.class, LoggingApplicationListener.class);
        application.addListeners(listener);
        return new GpuCloudStub(application.run(arguments));
    }

    /**
     * Starts a stub on a free port of the loopback interface, unless the settings choose another. It uses the logging
     * of the program; its own logging settings have no effect.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     */
    public static GpuCloudStub start(String... settings) {
        SpringApplication application = application(StubConfiguration.class);
        TOMCAT.setLevel(Level.WARNING);
        removeListeners(application, LoggingApplicationListener.class);
        // Spring would join two values of an option.
        boolean hasPort = Arrays.stream(settings).anyMatch(setting -> setting.startsWith("server.port="));
        return new GpuCloudStub(application.run(
                Stream.concat(hasPort ? Stream.empty() : Stream.of("server.port=0"), Arrays.stream(settings))
                        .map(setting -> "--" + setting)
                        .toArray(String[]::new)));
    }

    /** {@return the base address of the API, with the version of the API at its end} */
    public URI baseUrl() {
        return URI.create(origin() + "/api/open/v2");
    }

    /**
     * {@return the value of {@code stub.admin.token}, or empty if none is set and only callers on this machine are
     * allowed}
     */
    public Optional<String> adminToken() {
        return Optional.ofNullable(context.getBean(StubProperties.class).admin().token());
    }

    @Override
    public void close() {
        context.close();
    }

    private static SpringApplication application(Class<?>... parts) {
        SpringApplication application = new SpringApplication(parts);
        // Spring finds its ahead-of-time processing by this class, whichever class starts the stub.
        application.setMainApplicationClass(GpuCloudStub.class);
        application.setDefaultProperties(DEFAULTS);
        application.addInitializers(new StubProfileLoader(), new ServerSettingsCheck());
        // Bean Validation takes a quarter of a start. It validates settings, if there are any, and requests.
        application.addInitializers(context -> context.addBeanFactoryPostProcessor(
                beans -> beans.getBeanDefinition("defaultValidator").setLazyInit(true)));
        return application;
    }

    private static void removeListeners(SpringApplication application, Class<?>... types) {
        application.setListeners(application.getListeners().stream()
                .filter(listener -> Stream.of(types).noneMatch(type -> type.isInstance(listener)))
                .toList());
    }

    private String origin() {
        Environment settings = context.getEnvironment();
        return "http://" + reachable(settings.getRequiredProperty("server.address")) + ":"
                + settings.getRequiredProperty("local.server.port");
    }

    /** The address at which this machine reaches a stub that listens at an address. */
    private static String reachable(String address) {
        return switch (address) {
            case "0.0.0.0" -> "127.0.0.1";
            case "::" -> "[::1]";
            default -> address.contains(":") ? "[" + address + "]" : address;
        };
    }

    private String greeting() {
        return """
                GPU cloud stub
                  base URL  %1$s/api/open/v2
                  API key   demo-key
                  pages     %1$s/ (start, reference, console)
                %2$s  try       curl -H 'Authorization: Bearer demo-key' %1$s/api/open/v2/gpu/list""".formatted(origin(), adminToken().isPresent() ? "" : ADMIN_ACCESS);
    }
}
