package io.gpucloud.stub.journal;

import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest requests, bounded in number for each account and in total. Its methods can be called by any thread.
 */
public interface JournalStorage {

    /** The name under which requests are kept that belong to no account. It is bounded like an account. */
    String NO_ACCOUNT = "";

    /**
     * Adds a request. Drops the oldest one of the account if it has too many, and the oldest ones of the largest
     * accounts if all have too many.
     */
    void add(String account, JournaledRequest request);

    /**
     * Finds requests.
     *
     * @param account searches the requests of this account and those of none; null for all requests
     * @param limit the largest number of results
     */
    FoundEntries find(@Nullable String account, JournalFilter filter, int limit);

    /**
     * Deletes requests. If the filter selects all requests of the account, the number of dropped ones starts again. If
     * it selects all requests of the journal, their numbers start again, too.
     *
     * @param account deletes requests of this account and of none; null for all requests
     */
    void clear(@Nullable String account, JournalFilter filter);
}
