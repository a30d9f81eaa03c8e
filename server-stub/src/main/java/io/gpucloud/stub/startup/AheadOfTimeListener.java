package io.gpucloud.stub.startup;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.aot.AotDetector;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.context.ApplicationListener;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.ClassUtils;

/**
 * Lets Spring use the beans that the build has resolved, which makes the start of the executable jar faster. Not with
 * settings of Spring Boot that may add or remove beans: the build has decided the conditions of these beans without the
 * settings.
 */
public final class AheadOfTimeListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final List<ConfigurationPropertyName> OF_SPRING_BOOT = names("management", "server", "spring");

    /** No bean depends on these. */
    private static final List<ConfigurationPropertyName> WITHOUT_CONDITION = names(
            "server.address",
            "server.port",
            "server.ssl",
            "spring.aot",
            "spring.application",
            "spring.backgroundpreinitializer",
            "spring.config",
            "spring.datasource");

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent prepared) {
        if (isProcessed(prepared.getSpringApplication())
                && settings(prepared.getEnvironment()).noneMatch(AheadOfTimeListener::mayChangeBeans)) {
            SpringProperties.setFlag(AotDetector.AOT_ENABLED);
        }
    }

    /** The class with the resolved beans is named after the main class. */
    private static boolean isProcessed(SpringApplication application) {
        Class<?> program = Objects.requireNonNull(application.getMainApplicationClass());
        return ClassUtils.isPresent(program.getName() + "__ApplicationContextInitializer", program.getClassLoader());
    }

    /** The names of all settings that were given. Our own defaults were the same in the build. */
    private static Stream<ConfigurationPropertyName> settings(ConfigurableEnvironment environment) {
        return environment.getPropertySources().stream()
                .filter(source -> !DefaultPropertiesPropertySource.hasMatchingName(source))
                .map(ConfigurationPropertySource::from)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .map(IterableConfigurationPropertySource.class::cast)
                .flatMap(IterableConfigurationPropertySource::stream);
    }

    private static boolean mayChangeBeans(ConfigurationPropertyName name) {
        return isWithin(OF_SPRING_BOOT, name) && !isWithin(WITHOUT_CONDITION, name);
    }

    private static boolean isWithin(List<ConfigurationPropertyName> groups, ConfigurationPropertyName name) {
        return groups.stream().anyMatch(group -> group.equals(name) || group.isAncestorOf(name));
    }

    private static List<ConfigurationPropertyName> names(String... names) {
        return Stream.of(names).map(ConfigurationPropertyName::of).toList();
    }
}
