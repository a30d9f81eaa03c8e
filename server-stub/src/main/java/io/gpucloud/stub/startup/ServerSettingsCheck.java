package io.gpucloud.stub.startup;

import java.util.List;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Stops the start if a setting of Spring Boot, for example a variable of the environment, moves the paths of the stub,
 * or if its port is none. Its filters, its pages and its banner have fixed paths, and without a port it is of no use.
 */
public final class ServerSettingsCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    private static final List<String> MOVING = List.of(
            "server.servlet.context-path",
            "spring.mvc.servlet.path",
            "management.endpoints.web.base-path",
            "management.server.port");

    private static final String PORT = "server.port";
    private static final int LARGEST_PORT = 65_535;

    /**
     * Checks the settings.
     *
     * @throws UnusableSettingException at the first that moves a path, or at the port
     */
    @Override
    public void initialize(ConfigurableApplicationContext context) {
        Binder settings = Binder.get(context.getEnvironment());
        MOVING.forEach(name -> settings.bind(name, String.class).ifBound(value -> {
            throw new UnusableSettingException(
                    name, value, "the paths of the stub are fixed", "Remove the setting or the environment variable.");
        }));
        settings.bind(PORT, Integer.class).ifBound(ServerSettingsCheck::requirePort);
    }

    /** Spring Boot would start without a port at -1, and Tomcat would fail with a stack trace above the largest. */
    private static void requirePort(int port) {
        if (port < 0 || port > LARGEST_PORT) {
            throw new UnusableSettingException(
                    PORT, port, "must be from 0 to " + LARGEST_PORT, "With 0, the system chooses a free port.");
        }
    }
}
