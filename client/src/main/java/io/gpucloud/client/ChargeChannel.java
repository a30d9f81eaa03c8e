package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What an amount was taken from (contract, ChargeChannel).
 *
 * @param value the number on the wire
 */
public record ChargeChannel(@JsonValue int value) implements OpenValue {

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

    @Override
    public @Nullable String name() {
        return switch (value) {
            case 1 -> "BALANCE";
            case 2 -> "COMPUTE_CARD";
            default -> null;
        };
    }

    @Override
    public String toString() {
        return OpenValue.print(this);
    }
}
