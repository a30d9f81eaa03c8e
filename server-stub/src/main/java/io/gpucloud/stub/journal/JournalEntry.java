package io.gpucloud.stub.journal;

/**
 * A request in the journal and its number.
 *
 * @param id its identifier, which is not used again when the journal is emptied
 * @param sequence its number since the journal was last emptied, from 1
 * @param machineMillis system time of the entry in milliseconds
 */
public record JournalEntry(String id, long sequence, long machineMillis, JournaledRequest request) {

    /** Objects and the texts that every request has, in bytes. */
    private static final int OVERHEAD = 2_000;

    /** An estimate of the memory that it takes. */
    long bytes() {
        return OVERHEAD + request.texts().mapToLong(String::length).sum();
    }
}
