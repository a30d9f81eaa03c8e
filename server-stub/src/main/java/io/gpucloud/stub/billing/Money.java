package io.gpucloud.stub.billing;

import java.math.BigDecimal;

/** Converts amounts between decimals with two places and cents. */
public final class Money {

    /** The largest amount accepted. Sums of many such amounts still fit a long. */
    public static final BigDecimal MOST = BigDecimal.valueOf(1_000_000_000);

    private Money() {}

    /**
     * Converts an amount to cents.
     *
     * @throws IllegalArgumentException if it is negative, too large or has more than two decimals
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

    /** Converts cents to an amount. */
    public static BigDecimal of(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }
}
