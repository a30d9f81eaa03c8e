package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Status of an instance. An open value: numbers that this client does not know are kept as they came.
 *
 * @param value the number on the wire
 */
public record InstanceStatus(@JsonValue int value) {

    /** Created, not yet running. The service shows no label for it. */
    public static final InstanceStatus CREATED = new InstanceStatus(1);

    /** Running. */
    public static final InstanceStatus RUNNING = new InstanceStatus(2);

    /** Shutting down. */
    public static final InstanceStatus SHUTTING_DOWN = new InstanceStatus(21);

    /** Shut down. */
    public static final InstanceStatus SHUT_DOWN = new InstanceStatus(22);

    /**
     * Reads a number from the wire.
     *
     * @param value the number on the wire
     * @return its value
     */
    @JsonCreator
    public static InstanceStatus of(int value) {
        return new InstanceStatus(value);
    }

    /**
     * Whether the contract names this value.
     *
     * @return false for a value that is newer than this client
     */
    public boolean isKnown() {
        return switch (value) {
            case 1, 2, 21, 22 -> true;
            default -> false;
        };
    }
}
