package io.gpucloud.client.spring;

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

    String action() {
        return action;
    }
}
