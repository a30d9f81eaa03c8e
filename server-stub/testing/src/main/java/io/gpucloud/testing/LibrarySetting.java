package io.gpucloud.testing;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Settings of this library: a system property, the environment variable of the same name, or a line in {@code junit-platform.properties}.
 */
enum LibrarySetting {
    /** Address of a running stub to use. */
    URL("gpu-cloud.stub.url"),
    /** Admin token of that stub. */
    ADMIN_TOKEN("gpu-cloud.stub.admin-token"),
    /** Folder for the stub's jar and class archives. */
    CACHE("gpu-cloud.stub.cache"),
    /** Java executable that runs the stub. */
    JAVA("gpu-cloud.stub.java"),
    /** Whether to create a class archive when the JVM ends: true, which is the default, or false. */
    TRAINING("gpu-cloud.stub.training"),
    /** Whether stubs stay for the next JVM: true, or false, which is the default. */
    REUSE("gpu-cloud.stub.reuse"),
    /** Seconds that a start may take. */
    START_TIMEOUT("gpu-cloud.stub.start-timeout");

    private final String property;

    LibrarySetting(String property) {
        this.property = property;
    }

    @Nullable
    String value() {
        String value = System.getProperty(property);
        if (value == null) {
            value = System.getenv(property.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT));
        }
        if (value == null) {
            value = JUnitSettings.OF_THE_TESTS.getProperty(property);
        }
        return value == null || value.isBlank() ? null : value.strip();
    }

    /** The file in which users of JUnit have their settings. */
    private static final class JUnitSettings {

        static final Properties OF_THE_TESTS = read(Thread.currentThread().getContextClassLoader());

        private static Properties read(@Nullable ClassLoader tests) {
            Properties properties = new Properties();
            try (InputStream file = tests == null ? null : tests.getResourceAsStream("junit-platform.properties")) {
                if (file != null) {
                    properties.load(file);
                }
            } catch (IOException unreadable) {
                // JUnit reports it.
            }
            return properties;
        }
    }
}
