package io.gpucloud.client.spring;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A property of the client is missing or invalid. {@link GpuCloudPropertyFailureAnalyzer} reports it when the
 * application starts.
 */
final class GpuCloudPropertyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    /** {@code problem} has the name of the property, and no secret. */
    GpuCloudPropertyException(String problem, String action, @Nullable Throwable cause) {
        super(problem, cause);
        this.action = action;
    }

    /** Returns a value, or reports the property that makes it invalid. */
    static <T> T validated(Supplier<T> value, String problem, String action) {
        try {
            return value.get();
        } catch (IllegalArgumentException invalid) {
            throw new GpuCloudPropertyException(problem + ": " + invalid.getMessage() + ".", action, invalid);
        }
    }

    String action() {
        return action;
    }
}
