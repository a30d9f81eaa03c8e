package io.gpucloud.stub.admin;

import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.json.InvalidJsonException;
import java.math.BigDecimal;

/** Amounts of money in the bodies of requests. */
final class Amounts {

    private Amounts() {}

    /**
     * Converts an amount.
     *
     * @param member the member of the body that has the amount
     * @throws ProblemException if the amount is out of range or has more than 2 decimals
     */
    static long cents(BigDecimal amount, String member) {
        try {
            return Money.cents(amount);
        } catch (IllegalArgumentException unfit) {
            throw new InvalidJsonException(member, String.valueOf(unfit.getMessage()));
        }
    }
}
