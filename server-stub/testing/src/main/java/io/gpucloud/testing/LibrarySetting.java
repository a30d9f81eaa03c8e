package io.gpucloud.testing;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Settings of this library: a system property, or the environment variable of the same name. */
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
        return value == null || value.isBlank() ? null : value.strip();
    }
}
