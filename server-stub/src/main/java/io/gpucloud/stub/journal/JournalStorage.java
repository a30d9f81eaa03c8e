package io.gpucloud.stub.journal;

/** Keeps the latest requests, bounded in number. Its methods can be called by any thread. */
public interface JournalStorage {

    /** Adds a request. Drops the oldest one if there are too many. */
    void add(JournaledRequest request);

    /**
     * Finds requests.
     *
     * @param limit the largest number of results
     */
    FoundEntries find(JournalFilter filter, int limit);

    /** Deletes requests. If the filter selects all requests, their numbers start again. */
    void clear(JournalFilter filter);
}
