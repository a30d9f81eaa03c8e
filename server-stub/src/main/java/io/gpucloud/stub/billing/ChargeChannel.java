package io.gpucloud.stub.billing;

/** The source an amount is paid from (contract, charge_channel). */
public enum ChargeChannel {
    /** The balance. */
    BALANCE(1),
    /** A compute card. */
    CARD(2);

    private final int code;

    ChargeChannel(int code) {
        this.code = code;
    }

    /** The number on the wire. */
    public int code() {
        return code;
    }
}
