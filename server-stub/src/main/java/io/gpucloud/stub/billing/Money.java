package io.gpucloud.stub.billing;

import java.math.BigDecimal;

/** Amounts as people write them, with two decimals, and as the stub counts them, in cents. */
public final class Money {

    /** The largest amount that is taken: far more than anybody pays, and little enough for sums of it. */
    public static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

    private Money() {}

    /**
     * An amount in cents.
     *
     * @param amount the amount
     * @return its cents
     * @throws IllegalArgumentException if it cannot be one; the message says why
     */
    public static long cents(BigDecimal amount) {
        if (amount.signum() < 0) {
            throw new IllegalArgumentException("must not be negative");
        }
        if (amount.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("must be at most " + MOST);
        }
        try {
            return amount.movePointRight(2).longValueExact();
        } catch (ArithmeticException inexact) {
            throw new IllegalArgumentException("must have at most 2 decimals", inexact);
        }
    }

    /**
     * Cents as an amount.
     *
     * @param cents the cents
     * @return the amount, with two decimals
     */
    public static BigDecimal of(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }
}
