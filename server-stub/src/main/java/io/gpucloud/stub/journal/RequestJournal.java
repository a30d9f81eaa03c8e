package io.gpucloud.stub.journal;

import io.gpucloud.stub.clock.Scheduler;
import java.util.function.Consumer;

/** The latest requests and their results. */
public final class RequestJournal implements Consumer<JournaledRequest> {

    private final JournalStorage storage;
    private final Scheduler scheduler;

    /** A journal of the requests in a storage. */
    public RequestJournal(JournalStorage storage, Scheduler scheduler) {
        this.storage = storage;
        this.scheduler = scheduler;
    }

    /** Adds a request of the public API. Ignores all other requests. */
    @Override
    public void accept(JournaledRequest request) {
        if (request.onPublicApi()) {
            storage.add(request);
            scheduler.changed();
        }
    }

    /**
     * Finds requests. Waits until there are enough, the time is over, or the stub stops.
     *
     * @param limit the largest number of results
     * @param count the number of matching requests that are enough
     * @param waitMillis the longest wait, in milliseconds of real time
     */
    public FoundEntries find(JournalFilter filter, int limit, int count, long waitMillis) {
        return scheduler.until(
                waitMillis, () -> storage.find(filter, limit), found -> found.total() >= count || scheduler.isEnding());
    }

    /**
     * Finds requests.
     *
     * @param limit the largest number of results
     */
    public FoundEntries find(JournalFilter filter, int limit) {
        return storage.find(filter, limit);
    }

    /** Deletes requests. If the filter selects all requests, their numbers start again. */
    public void clear(JournalFilter filter) {
        storage.clear(filter);
    }
}
