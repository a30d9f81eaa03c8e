package io.gpucloud.stub.journal;

/**
 * A request in the journal and its number.
 *
 * @param id its identifier, which is not used again when the journal is emptied
 * @param sequence its number since the journal was last emptied, from 1
 * @param machineMillis system time of the entry in milliseconds
 */
public record JournalEntry(String id, long sequence, long machineMillis, JournaledRequest request) {

    int bodySize() {
        return request.body().size()
                + request.responseBody().size()
                + request.unsentBody().size();
    }
}
