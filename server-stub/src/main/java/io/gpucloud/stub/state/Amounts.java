package io.gpucloud.stub.state;

import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.json.InvalidJsonException;
import java.math.BigDecimal;

/** Amounts of money in seeds and in the bodies of requests. */
public final class Amounts {

    private Amounts() {}

    /**
     * Converts an amount.
     *
     * @param member the member that has the amount
     * @throws InvalidJsonException if the amount is out of range or has more than 2 decimals
     */
    public static long cents(BigDecimal amount, String member) {
        try {
            return Money.cents(amount);
        } catch (IllegalArgumentException unfit) {
            throw new InvalidJsonException(member, String.valueOf(unfit.getMessage()));
        }
    }
}
