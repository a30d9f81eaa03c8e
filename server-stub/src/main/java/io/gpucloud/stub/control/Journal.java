package io.gpucloud.stub.control;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What was asked and what was answered: the latest requests, a bounded number of them. */
public final class Journal implements Consumer<Journal.Request> {

    private static final String PUBLIC = "/api/";

    private final int size;
    private final Waits waits;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private long sequence;

    /**
     * An empty journal.
     *
     * @param size how many requests it keeps; past them the oldest are forgotten
     * @param waits lets readers wait for requests
     */
    public Journal(int size, Waits waits) {
        this.size = size;
        this.waits = waits;
    }

    /**
     * A request as it was answered.
     *
     * @param time when, in the time of the stub, in epoch seconds
     * @param operation operationId, or null if the path is unknown
     * @param method HTTP method
     * @param path path, keys in it masked
     * @param query query, keys in it masked, or null if there is none
     * @param apiKey the whole key, or null if none was sent
     * @param headers headers by their names in small letters, keys in them masked
     * @param body the first bytes of the body, as many as are ever shown, or null if there is none
     * @param status HTTP status, 0 if the connection was reset
     * @param code result code, or null if none was answered
     * @param durationMillis how long it took, by the machine's time
     * @param fault the fault that struck, or null
     */
    public record Request(
            long time,
            @Nullable String operation,
            String method,
            String path,
            @Nullable String query,
            @Nullable String apiKey,
            Map<String, String> headers,
            @Nullable ByteBuffer body,
            int status,
            @Nullable Integer code,
            long durationMillis,
            @Nullable String fault) {}

    /**
     * A request and its number.
     *
     * @param sequence its number since the journal was last emptied, from 1
     * @param request the request
     */
    public record Entry(long sequence, Request request) {}

    /**
     * Which requests are looked for; null is any.
     *
     * @param operation operationId
     * @param apiKey the whole key
     * @param status HTTP status
     */
    public record Filter(
            @Nullable String operation,
            @Nullable String apiKey,
            @Nullable Integer status) implements Predicate<Request> {

        @Override
        public boolean test(Request request) {
            return (operation == null || operation.equals(request.operation()))
                    && (apiKey == null || apiKey.equals(request.apiKey()))
                    && (status == null || status == request.status());
        }
    }

    /**
     * Requests that were found.
     *
     * @param entries the latest of them, newest first
     * @param total how many there are
     */
    public record Found(List<Entry> entries, int total) {}

    /**
     * Enters a request, unless it asked for something other than the public API.
     *
     * @param request the request
     */
    @Override
    public void accept(Request request) {
        if (!request.path().startsWith(PUBLIC)) {
            return;
        }
        synchronized (entries) {
            sequence++;
            entries.addFirst(new Entry(sequence, request));
            if (entries.size() > size) {
                entries.removeLast();
            }
        }
        waits.changed();
    }

    /**
     * Finds requests; waits until there are enough or the time is over.
     *
     * @param filter which
     * @param limit how many to answer at most
     * @param count how many are enough
     * @param waitMillis how long to wait at most, by the machine's time
     * @return what was found
     */
    public Found find(Filter filter, int limit, int count, long waitMillis) {
        return waits.until(waitMillis, () -> find(filter, limit), found -> found.total() >= count);
    }

    /** Forgets all requests. */
    public void clear() {
        synchronized (entries) {
            entries.clear();
            sequence = 0;
        }
    }

    private Found find(Filter filter, int limit) {
        synchronized (entries) {
            List<Entry> latest = new ArrayList<>();
            int total = 0;
            for (Entry entry : entries) {
                if (filter.test(entry.request())) {
                    total++;
                    if (latest.size() < limit) {
                        latest.add(entry);
                    }
                }
            }
            return new Found(latest, total);
        }
    }
}
