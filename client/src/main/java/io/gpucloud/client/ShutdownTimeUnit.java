package io.gpucloud.client;

/**
 * The unit in which the client sends {@code shutdown_time} to the service. The documentation of the service names both:
 * it declares a timestamp in seconds, and its samples send minutes (assumption {@code timer-unit}).
 */
public enum ShutdownTimeUnit {

    /** Seconds since 1970-01-01T00:00:00Z. The default. */
    EPOCH_SECONDS,

    /** Minutes from now, rounded up. The service counts them from the moment it receives the request. */
    MINUTES
}
