package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;

/** Status of an instance. */
public final class InstanceStatus extends ExtensibleEnum {

    private static final long serialVersionUID = 1L;

    /** Created, not yet running. The documentation of the service shows no label for it. */
    public static final InstanceStatus CREATED = new InstanceStatus(1, "CREATED", false);

    /** Running. */
    public static final InstanceStatus RUNNING = new InstanceStatus(2, "RUNNING", false);

    /** Shutting down. */
    public static final InstanceStatus SHUTTING_DOWN = new InstanceStatus(21, "SHUTTING_DOWN", true);

    /** Shut down. It can be started again. */
    public static final InstanceStatus SHUT_DOWN = new InstanceStatus(22, "SHUT_DOWN", true);

    /**
     * Ended abnormally; the instance does not run. Observed in programs on 2026-11-26; the service does not document
     * it. Whether it costs money is not known.
     */
    public static final InstanceStatus ENDED_ABNORMALLY = new InstanceStatus(23, "ENDED_ABNORMALLY", true);

    /** Starting again. Observed on a reference page and in programs on 2026-11-26; the service does not document it. */
    public static final InstanceStatus STARTING = new InstanceStatus(24, "STARTING", false);

    /** Restarting. Observed on a reference page on 2026-11-26; the service does not document it. */
    public static final InstanceStatus RESTARTING = new InstanceStatus(27, "RESTARTING", false);

    private final boolean stopped;

    private InstanceStatus(int value, String name, boolean stopped) {
        super(value, name);
        this.stopped = stopped;
    }

    /**
     * {@return the constant of a number, or a value that keeps the number if this client does not know it}
     *
     * @param value the number in JSON
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static InstanceStatus of(int value) {
        return switch (value) {
            case 1 -> CREATED;
            case 2 -> RUNNING;
            case 21 -> SHUTTING_DOWN;
            case 22 -> SHUT_DOWN;
            case 23 -> ENDED_ABNORMALLY;
            case 24 -> STARTING;
            case 27 -> RESTARTING;
            default -> new InstanceStatus(value, UNKNOWN, false);
        };
    }

    /**
     * {@return whether the instance does not run, or is shutting down, and stays so until it is started; false if this
     * client does not know the status}
     */
    public boolean isStopped() {
        return stopped;
    }

    /** Deserialization returns the constant of a known value. */
    private Object readResolve() {
        return of(value());
    }
}
