package io.gpucloud.stub.journal;

import io.gpucloud.stub.clock.Scheduler;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The latest requests of each account, and their results. */
public final class RequestJournal implements Consumer<JournaledRequest> {

    private final JournalStorage storage;
    private final Predicate<String> opensAccount;
    private final Scheduler scheduler;

    /**
     * A journal of the requests in a storage.
     *
     * @param opensAccount whether a key opens an account. The requests of all other keys are kept together, because
     *     there can be any number of these keys
     */
    public RequestJournal(JournalStorage storage, Predicate<String> opensAccount, Scheduler scheduler) {
        this.storage = storage;
        this.opensAccount = opensAccount;
        this.scheduler = scheduler;
    }

    /** Adds a request of the public API. Ignores all other requests. */
    @Override
    public void accept(JournaledRequest request) {
        if (request.onPublicApi()) {
            storage.add(account(request.apiKey()), request);
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
                waitMillis, () -> find(filter, limit), found -> found.total() >= count || scheduler.isEnding());
    }

    /**
     * Finds requests.
     *
     * @param limit the largest number of results
     */
    public FoundEntries find(JournalFilter filter, int limit) {
        return storage.find(selected(filter), filter, limit);
    }

    /** Finds the newest request of an account or of none. */
    public Optional<JournalEntry> newest(String account) {
        return storage.find(account(account), JournalFilter.ALL, 1).entries().stream()
                .findFirst();
    }

    /**
     * Deletes requests. If the filter selects all requests of a key, the number of dropped ones starts again. If it
     * selects all requests of the journal, their numbers start again, too.
     */
    public void clear(JournalFilter filter) {
        storage.clear(selected(filter), filter);
    }

    private @Nullable String selected(JournalFilter filter) {
        return filter.apiKey() == null ? null : account(filter.apiKey());
    }

    private String account(@Nullable String apiKey) {
        return apiKey != null && opensAccount.test(apiKey) ? apiKey : JournalStorage.NO_ACCOUNT;
    }
}
