package io.gpucloud.client;

import org.jspecify.annotations.Nullable;

/**
 * A number of the contract whose meanings may grow. A value that is newer than this client is kept as it came, never
 * refused and never replaced; look at {@link #isKnown()} before you rely on a name.
 */
public sealed interface OpenValue permits ChargeChannel, InstanceStatus, ResultCode, SaveImageStatus {

    /**
     * The number on the wire.
     *
     * @return the number as it came
     */
    int value();

    /**
     * The name that the contract gives this value.
     *
     * @return the name in capitals, or null for a value that is newer than this client
     */
    @Nullable
    String name();

    /**
     * Whether the contract names this value.
     *
     * @return false for a value that is newer than this client
     */
    default boolean isKnown() {
        return name() != null;
    }

    /**
     * Prints a value for people.
     *
     * @param value the value
     * @return name and number, such as {@code RUNNING (2)}
     */
    static String print(OpenValue value) {
        return (value.isKnown() ? value.name() : "UNKNOWN") + " (" + value.value() + ")";
    }
}
