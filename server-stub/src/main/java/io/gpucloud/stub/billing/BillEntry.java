package io.gpucloud.stub.billing;

/**
 * A bill as it is kept: no more than what cannot be computed, because an account keeps very many.
 *
 * @param sequence its number in the account, from 1
 * @param start start of the span that is billed, in epoch seconds
 * @param end its end, in epoch seconds
 */
public record BillEntry(long cents, ChargeChannel channel, long sequence, long start, long end) {

    /** This charge and the one after it as one. */
    BillEntry and(BillEntry later) {
        return new BillEntry(cents + later.cents, channel, later.sequence, start, later.end);
    }
}
