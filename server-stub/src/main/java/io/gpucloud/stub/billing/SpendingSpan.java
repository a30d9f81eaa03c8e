package io.gpucloud.stub.billing;

/**
 * The sums of the bills of an account in a span of time.
 *
 * @param start when the span begins, in epoch seconds
 * @param balanceCents sum of the bills paid from the balance
 * @param cardCents sum of the bills paid by compute cards
 */
public record SpendingSpan(long start, long balanceCents, long cardCents) {}
