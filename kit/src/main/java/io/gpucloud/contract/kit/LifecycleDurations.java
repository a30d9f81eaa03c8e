package io.gpucloud.contract.kit;

/** The durations of lifecycle steps in the accounts that the kit opens in a stub, in seconds. */
public final class LifecycleDurations {

    /** From created to running. */
    public static final long BOOT = 20;

    /** From shutting down to shut down. */
    public static final long SHUTDOWN = 10;

    /** From a save to its upload. */
    public static final long IMAGE_UPLOAD = 30;

    /** An hour. */
    public static final long HOUR = 3_600;

    private LifecycleDurations() {}
}
