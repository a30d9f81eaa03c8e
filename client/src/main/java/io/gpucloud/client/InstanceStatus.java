package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Status of an instance (contract, InstanceStatus).
 *
 * @param value the number on the wire
 */
public record InstanceStatus(@JsonValue int value) implements OpenValue {

    /** Created, not yet running. The service shows no label for it. */
    public static final InstanceStatus CREATED = new InstanceStatus(1);

    /** Running. */
    public static final InstanceStatus RUNNING = new InstanceStatus(2);

    /** Shutting down. */
    public static final InstanceStatus SHUTTING_DOWN = new InstanceStatus(21);

    /** Shut down. It can be started again. */
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

    @Override
    public @Nullable String name() {
        return switch (value) {
            case 1 -> "CREATED";
            case 2 -> "RUNNING";
            case 21 -> "SHUTTING_DOWN";
            case 22 -> "SHUT_DOWN";
            default -> null;
        };
    }

    @Override
    public String toString() {
        return OpenValue.print(this);
    }
}
