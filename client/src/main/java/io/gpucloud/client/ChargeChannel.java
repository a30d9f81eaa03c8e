package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * What an amount was taken from. An open value: numbers that this client does not know are kept as they came.
 *
 * @param value the number on the wire
 */
public record ChargeChannel(@JsonValue int value) {

    /** The balance. */
    public static final ChargeChannel BALANCE = new ChargeChannel(1);

    /** A compute card. */
    public static final ChargeChannel COMPUTE_CARD = new ChargeChannel(2);

    /**
     * Reads a number from the wire.
     *
     * @param value the number on the wire
     * @return its value
     */
    @JsonCreator
    public static ChargeChannel of(int value) {
        return new ChargeChannel(value);
    }

    /**
     * Whether the contract names this value.
     *
     * @return false for a value that is newer than this client
     */
    public boolean isKnown() {
        return switch (value) {
            case 1, 2 -> true;
            default -> false;
        };
    }
}
