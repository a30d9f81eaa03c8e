package io.gpucloud.stub.billing;

/**
 * A stored bill. It has only the values that cannot be computed, because an account can have very many bills.
 *
 * @param sequence its number in the account, from 1
 * @param start start of the span that is billed, in epoch seconds
 * @param end its end, in epoch seconds
 */
public record BillEntry(long cents, ChargeChannel channel, long sequence, long start, long end) {

    /** Merges this entry with the next one. */
    BillEntry and(BillEntry later) {
        return new BillEntry(cents + later.cents, channel, later.sequence, start, later.end);
    }
}
