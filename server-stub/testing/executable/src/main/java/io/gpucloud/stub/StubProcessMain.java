package io.gpucloud.stub;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.boot.web.server.servlet.context.ServletWebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * Runs the stub for the tests of another process. Prints {@code PORT n} when it serves requests, and ends when its standard input is
 * closed, which happens at the latest when that process ends.
 */
@Configuration(proxyBeanMethods = false)
class StubProcessMain {

    /** Large enough for the requests of all tests, so that a busy test does not displace those of others. */
    private static final Map<String, Object> DEFAULTS = Map.of("stub.limits.journal", "10000");

    /** Beans that Spring adds and the stub does not use. The first one searches every other bean for {@code @EventListener}. */
    private static final List<String> UNUSED = List.of(
            AnnotationConfigUtils.EVENT_LISTENER_PROCESSOR_BEAN_NAME,
            AnnotationConfigUtils.EVENT_LISTENER_FACTORY_BEAN_NAME,
            "methodValidationPostProcessor",
            "errorPageRegistrarBeanPostProcessor",
            "beanNameHandlerMapping",
            "defaultServletHandlerMapping",
            "routerFunctionMapping",
            "viewControllerHandlerMapping",
            "welcomePageHandlerMapping",
            "welcomePageNotAcceptableHandlerMapping",
            "handlerFunctionAdapter",
            "simpleControllerHandlerAdapter",
            "beanNameViewResolver",
            "defaultViewResolver");

    /** A request with a body to bind and validate, which does not change the clock. */
    private static final WarmUpRequest ADMINISTRATION =
            new WarmUpRequest("POST", "/__admin/clock/advance", "{\"seconds\":0}");

    /** For the owner of this process. All other output goes to the log. */
    private static final PrintStream PROTOCOL = System.out;

    private static final String LINE = "%1$tF %1$tT %4$s %3$s: %5$s%6$s%n";

    /** A strong reference, because the JDK discards loggers, with their levels, that nothing references. */
    private static final Logger REQUESTS = Logger.getLogger("gpu-cloud-stub.requests");

    /** System property that names the folder with the log and the temporary files of this process. */
    private static final String RUN = "gpu-cloud.stub.run";

    /**
     * Starts the stub.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     */
    public static void main(String[] settings) {
        String folder = System.getProperty(RUN);
        // The build also runs this program, to prepare the context. It does not read the output or end the input.
        if (folder != null) {
            logTo(Path.of(folder));
            daemon("gpu-cloud-stub-owner", () -> endWithOwner(Path.of(folder)));
            daemon("gpu-cloud-stub-classes", StubProcessMain::prepare);
        }
        GpuCloudStub stub = start(settings);
        if (folder != null) {
            daemon("gpu-cloud-stub-warm-up", () -> warmUp(stub));
        }
    }

    /** Creates the lazy beans of the administration. The first call of a test would wait a quarter of a second for them. */
    private static void warmUp(GpuCloudStub stub) {
        try {
            ADMINISTRATION.send(stub.baseUrl(), stub.adminToken().orElse(""));
        } catch (IOException stopped) {
            // The first call of a test creates them.
        }
    }

    static GpuCloudStub start(String... settings) {
        return GpuCloudStub.testing(
                StubProcessMain.class,
                DEFAULTS,
                Arrays.stream(settings).map(setting -> "--" + setting).toArray(String[]::new));
    }

    /** Spring does not make this bean lazy by itself. Bean Validation takes a quarter of a start, and many tests never need it. */
    @Bean
    static BeanFactoryPostProcessor lazyValidator() {
        return beans -> beans.getBeanDefinition("defaultValidator").setLazyInit(true);
    }

    /** Announces the port when Tomcat listens: the owner gets ready for its first request while the start ends. */
    @Bean
    static ApplicationListener<ServletWebServerInitializedEvent> announcement() {
        return listening -> {
            PROTOCOL.println("PORT " + listening.getWebServer().getPort());
            PROTOCOL.flush();
        };
    }

    @Bean
    static BeanDefinitionRegistryPostProcessor withoutUnusedBeans() {
        // At run time they are already missing in the prepared context.
        return beans -> UNUSED.stream().filter(beans::containsBeanDefinition).forEach(beans::removeBeanDefinition);
    }

    /** The one that Spring would create reads the locales of all countries first. The stub has no messages in other languages. */
    @Bean(AbstractApplicationContext.MESSAGE_SOURCE_BEAN_NAME)
    static MessageSource messages() {
        return new DefaultMessageSource();
    }

    /** Creates the folder in this process and not in the owner, so that an owner killed before leaves no folder. */
    private static void logTo(Path folder) {
        try {
            Files.createDirectories(folder);
            PrintStream log =
                    new PrintStream(Files.newOutputStream(folder.resolve("stub.log")), true, StandardCharsets.UTF_8);
            System.setErr(log);
            System.setOut(log);
            System.setProperty("java.util.logging.SimpleFormatter.format", LINE);
            Logger.getLogger("").setLevel(Level.WARNING);
            REQUESTS.setLevel(Level.INFO);
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    private static void prepare() {
        ClassPreloader.run();
        StartWarmUp.run();
    }

    private static void daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void endWithOwner(Path folder) {
        try {
            while (System.in.read() >= 0) {
                // The owner writes nothing. Only the end of its output matters.
            }
        } catch (IOException closed) {
            // As good as the end of the stream.
        }
        delete(folder);
        // Without shutdown hooks, which would wait for requests in progress.
        Runtime.getRuntime().halt(0);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException gone) {
            // The owner has already deleted it.
        }
    }
}
