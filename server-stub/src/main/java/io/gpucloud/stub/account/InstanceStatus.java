package io.gpucloud.stub.account;

import java.util.Arrays;
import java.util.Locale;

/** Status of an instance (contract, States and transitions). {@link Transition} has the ways from one to another. */
public enum InstanceStatus {
    /** Created; starting again or restarting, unless the stub shows the observed statuses of these. */
    CREATED(1, false),
    /** Running. */
    RUNNING(2, true),
    /** Shutting down; no longer billed. */
    SHUTTING_DOWN(21, false),
    /** Shut down; it holds no GPUs. */
    SHUT_DOWN(22, false),
    /** Ended abnormally, which no document but programs of users know. As shut down otherwise. */
    ENDED_ABNORMALLY(23, false),
    /** Starting again; observed. */
    STARTING(24, false),
    /** Restarting; observed. */
    RESTARTING(27, false);

    private final int code;
    private final boolean billed;

    InstanceStatus(int code, boolean billed) {
        this.code = code;
        this.billed = billed;
    }

    /** Returns the number in JSON. */
    public int code() {
        return code;
    }

    /** Returns the name for people, such as {@code shutting down}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns whether instances in this status are billed. */
    public boolean isBilled() {
        return billed;
    }

    /** Returns whether an event can change the status without a request. */
    public boolean changesByItself() {
        return Arrays.stream(ScheduledEvent.Kind.values())
                .map(ScheduledEvent.Kind::transition)
                .anyMatch(transition -> transition != null && transition.startsAt(this));
    }

    boolean holdsGpus() {
        return this != SHUT_DOWN && this != ENDED_ABNORMALLY;
    }
}
