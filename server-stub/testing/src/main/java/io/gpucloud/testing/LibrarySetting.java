package io.gpucloud.testing;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Settings of this library, which {@link GpuCloudStubServer} describes: a system property, the environment variable of
 * the same name, or a line in {@code junit-platform.properties}.
 */
enum LibrarySetting {
    URL("gpu-cloud.stub.url"),
    ADMIN_TOKEN("gpu-cloud.stub.admin-token"),
    CACHE("gpu-cloud.stub.cache"),
    JAVA("gpu-cloud.stub.java"),
    TRAINING("gpu-cloud.stub.training"),
    REUSE("gpu-cloud.stub.reuse"),
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
