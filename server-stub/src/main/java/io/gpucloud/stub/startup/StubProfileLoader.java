package io.gpucloud.stub.startup;

import java.io.IOException;
import java.util.List;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * Reads the file of {@code stub.profile}, YAML with settings of the stub as the compatibility kit writes it. Every other source of settings
 * has priority over it. {@code spring.config.import} would not do: an import has priority over the file that names it.
 */
public final class StubProfileLoader implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String SETTING = "stub.profile";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        String location = environment.getProperty(SETTING, "");
        if (!location.isBlank()) {
            PropertySource<?> defaults = environment.getPropertySources().remove("defaultProperties");
            read(location).forEach(environment.getPropertySources()::addLast);
            if (defaults != null) {
                environment.getPropertySources().addLast(defaults);
            }
        }
    }

    private static List<PropertySource<?>> read(String location) {
        ResourceLoader resources = new DefaultResourceLoader();
        Resource file = resources.getResource(location);
        if (!file.exists()) {
            throw unusable(location, "there is no such file", "Give it as file:PATH or classpath:PATH.");
        }
        try {
            List<PropertySource<?>> sources = new YamlPropertySourceLoader().load(SETTING, file);
            sources.forEach(source -> requireSettings(location, source));
            return sources;
        } catch (IOException | RuntimeException unreadable) {
            if (unreadable instanceof UnusableSettingException unusable) {
                throw unusable;
            }
            throw unusable(
                    location, "is not YAML: " + firstLine(unreadable), "Write it with the kit: --write-profile FILE.");
        }
    }

    private static void requireSettings(String location, PropertySource<?> source) {
        OriginTrackedMapPropertySource settings = (OriginTrackedMapPropertySource) source;
        List<String> names = List.of(settings.getPropertyNames());
        for (String name : names) {
            if (!name.startsWith(KnownSettings.PREFIX) || name.equals(SETTING)) {
                throw unusable(
                        location, name + " is not a setting of a profile", "Remove it; the names begin with stub.");
            }
        }
        for (String name : KnownSettings.unknown(names)) {
            throw UnknownSettingCheck.unknown(name, settings);
        }
    }

    private static String firstLine(Exception failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }

    private static UnusableSettingException unusable(String location, String reason, String cure) {
        return new UnusableSettingException(SETTING, location, reason, cure);
    }
}
