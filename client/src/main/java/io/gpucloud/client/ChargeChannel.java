package io.gpucloud.client;

import com.fasterxml.jackson.annotation.JsonCreator;

/** The source of an amount. */
public final class ChargeChannel extends ExtensibleEnum {

    private static final long serialVersionUID = 1L;

    /** The balance. */
    public static final ChargeChannel BALANCE = new ChargeChannel(1, "BALANCE");

    /** A compute card. */
    public static final ChargeChannel COMPUTE_CARD = new ChargeChannel(2, "COMPUTE_CARD");

    private ChargeChannel(int value, String name) {
        super(value, name);
    }

    /**
     * {@return the constant of a number, or a value that keeps the number if this client does not know it}
     *
     * @param value the number in JSON
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static ChargeChannel of(int value) {
        return switch (value) {
            case 1 -> BALANCE;
            case 2 -> COMPUTE_CARD;
            default -> new ChargeChannel(value, UNKNOWN);
        };
    }

    /** Deserialization returns the constant of a known value. */
    private Object readResolve() {
        return of(value());
    }
}
