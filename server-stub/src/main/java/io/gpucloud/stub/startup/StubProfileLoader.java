package io.gpucloud.stub.startup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;

/**
 * Reads the file of {@code stub.profile}, YAML with settings of the stub as the compatibility kit writes it. Every
 * other source of settings has priority over it. {@code spring.config.import} would not do: an import has priority over
 * the file that names it.
 */
public final class StubProfileLoader implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final String SETTING = "stub.profile";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        String location = context.getEnvironment().getProperty(SETTING, "");
        if (!location.isBlank()) {
            MutablePropertySources sources = context.getEnvironment().getPropertySources();
            read(location).forEach(sources::addLast);
            DefaultPropertiesPropertySource.moveToEnd(sources);
        }
    }

    private static List<PropertySource<?>> read(String location) {
        Resource file = new DefaultResourceLoader().getResource(location);
        if (!file.exists()) {
            throw new UnusableSettingException(
                    SETTING, location, "there is no such file", "Give it as file:PATH or classpath:PATH.");
        }
        try {
            return new YamlPropertySourceLoader().load(SETTING, file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
