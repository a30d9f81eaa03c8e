package io.gpucloud.stub.billing;

/**
 * The sums of the bills and recharges of an account in a span of time.
 *
 * @param start when the span begins, in epoch seconds
 */
public record SpendingSpan(long start, long balanceCents, long cardCents, long rechargedCents) {

    SpendingSpan withRecharged(long cents) {
        return new SpendingSpan(start, balanceCents, cardCents, cents);
    }
}
