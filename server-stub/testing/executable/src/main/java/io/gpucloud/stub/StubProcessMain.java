package io.gpucloud.stub;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
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

    private static final Map<String, Object> DEFAULTS = Map.of(
            "spring.main.lazy-initialization", "true",
            // Large enough for the requests of all tests, so that a busy test does not displace those of others.
            "stub.limits.journal", "10000");

    /** A request with a body to bind and validate, which does not change the clock. */
    private static final WarmUpRequest ADMINISTRATION =
            new WarmUpRequest("POST", "/__admin/clock/advance", "{\"seconds\":0}");

    /** System property that names the folder with the log and the temporary files of this process. */
    private static final String RUN = "gpu-cloud.stub.run";

    /**
     * Starts the stub.
     *
     * @param settings settings such as {@code stub.lifecycle.boot=5s}
     */
    public static void main(String[] settings) {
        PrintStream protocol = System.out;
        String folder = System.getProperty(RUN);
        // The build also runs this program, to prepare the context. It does not read the output or end the input.
        if (folder != null) {
            logTo(Path.of(folder));
            daemon("gpu-cloud-stub-owner", () -> endWithOwner(Path.of(folder)));
            daemon("gpu-cloud-stub-classes", ClassPreloader::run);
        }
        GpuCloudStub stub = start(settings);
        protocol.println("PORT " + stub.baseUrl().getPort());
        protocol.flush();
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

    /** Removes the bean that searches every other bean for methods with {@code @EventListener}. The stub has none. */
    @Bean
    static BeanDefinitionRegistryPostProcessor withoutEventListenerMethods() {
        return beans -> {
            // At run time it is already missing in the prepared context.
            if (beans.containsBeanDefinition(AnnotationConfigUtils.EVENT_LISTENER_PROCESSOR_BEAN_NAME)) {
                beans.removeBeanDefinition(AnnotationConfigUtils.EVENT_LISTENER_PROCESSOR_BEAN_NAME);
            }
        };
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
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
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
