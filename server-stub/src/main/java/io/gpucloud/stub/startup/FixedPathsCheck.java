package io.gpucloud.stub.startup;

import java.util.List;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stops the start if a setting of Spring Boot, for example a variable of the environment, moves the paths of the stub.
 * Its filters, its pages and its banner have fixed paths.
 */
public final class FixedPathsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final List<String> MOVING = List.of(
            "server.servlet.context-path",
            "spring.mvc.servlet.path",
            "management.endpoints.web.base-path",
            "management.server.port");

    /**
     * Checks the settings.
     *
     * @throws UnusableSettingException at the first that moves a path
     */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Binder settings = Binder.get(context.getEnvironment());
        MOVING.forEach(name -> settings.bind(name, String.class).ifBound(value -> {
            throw new UnusableSettingException(
                    name, value, "the paths of the stub are fixed", "Remove the setting or the environment variable.");
        }));
    }
}
