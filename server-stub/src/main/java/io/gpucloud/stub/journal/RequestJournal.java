package io.gpucloud.stub.journal;

import io.gpucloud.stub.clock.Scheduler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The latest requests and their results, bounded in number. */
public final class RequestJournal implements Consumer<RequestJournal.Request> {

    /** Name of the request header that carries the identifier of the original request when a request is sent again. */
    public static final String REPLAY_HEADER = "stub-replay";

    private static final String PUBLIC = "/api/";
    private static final int OK = 200;
    /** All bodies together, in characters. */
    private static final long MAX_BODIES = 32L * 1024 * 1024;

    private static final Comparator<Entry> NEWEST_FIRST = Comparator.comparingLong(Entry::machineMillis)
            .thenComparingLong(Entry::sequence)
            .reversed();

    private final int size;
    private final Scheduler waits;
    private final LongSupplier machineMillis;
    private final Others others;
    private final Deque<Kept> entries = new ArrayDeque<>();
    private final Deque<Kept> withBodies = new ArrayDeque<>();
    private long bodies;
    private long sequence;
    private long number;

    /**
     * An empty journal.
     *
     * @param size the largest number of requests; the oldest are dropped above it
     * @param machineMillis the system time in milliseconds
     */
    public RequestJournal(int size, Scheduler waits, LongSupplier machineMillis, Others others) {
        this.size = size;
        this.waits = waits;
        this.machineMillis = machineMillis;
        this.others = others;
    }

    /** The journals of the same stub that are kept elsewhere. */
    public interface Others {
        /** No other journals. */
        Others NONE = new Others() {
            @Override
            public List<Found> find(Filter filter, int limit) {
                return List.of();
            }

            @Override
            public void clear(Filter filter) {
                // Nothing to delete.
            }

            @Override
            public long lookAgainMillis() {
                return Long.MAX_VALUE;
            }
        };

        /**
         * Finds requests in each of the other journals.
         *
         * @param limit the largest number of results of each journal
         */
        List<Found> find(Filter filter, int limit);

        /** Deletes requests in each of the other journals. */
        void clear(Filter filter);

        /**
         * Returns the name of this journal, which distinguishes its identifiers from those of the others.
         *
         * @return the name, or an empty text if there are no others
         */
        default String name() {
            return "";
        }

        /**
         * Returns the polling interval for waits.
         *
         * @return milliseconds
         */
        long lookAgainMillis();
    }

    /**
     * A request and its result.
     *
     * @param time when, in the time of the stub, in epoch seconds
     * @param operation operationId, or null if the path is unknown
     * @param path path, keys in it masked
     * @param query query, keys in it masked, or null if there is none
     * @param apiKey the whole key, or null if none was sent
     * @param headers headers by lower-case name, keys in them masked
     * @param body the body, keys in it masked
     * @param status HTTP status, 0 if the connection was reset
     * @param code result code, or null if the response has none
     * @param durationMillis duration in milliseconds of real time
     * @param responseHeaders headers of the response by lower-case name, keys in them masked
     * @param responseBody the body of the response, keys in it masked
     */
    public record Request(
            long time,
            @Nullable String operation,
            String method,
            String path,
            @Nullable String query,
            @Nullable String apiKey,
            Map<String, String> headers,
            Body body,
            int status,
            @Nullable Integer code,
            long durationMillis,
            List<String> faults,
            Map<String, String> responseHeaders,
            Body responseBody) {

        /**
         * Whether the path is below the base path of the public API, even if no operation has it.
         *
         * @return false for {@code /__admin}, pages and reports
         */
        public boolean isPublic() {
            return path.startsWith(PUBLIC);
        }

        private boolean hasFailed() {
            return status != OK || code == null || code != 0;
        }

        private Request withoutBodies() {
            return new Request(
                    time,
                    operation,
                    method,
                    path,
                    query,
                    apiKey,
                    headers,
                    body.dropped(),
                    status,
                    code,
                    durationMillis,
                    faults,
                    responseHeaders,
                    responseBody.dropped());
        }
    }

    /**
     * The body of a request or a response.
     *
     * @param text the body or its start, or null if there is none or if it was not kept
     */
    public record Body(@Nullable String text, boolean truncated) {
        /** There is no body. */
        public static final Body NONE = new Body(null, false);

        /** There is a body, but it was not kept. */
        public static final Body NOT_KEPT = new Body(null, true);

        private int size() {
            return text == null ? 0 : text.length();
        }

        private Body dropped() {
            return size() == 0 ? this : NOT_KEPT;
        }
    }

    /**
     * A request and its number.
     *
     * @param id its identifier, which is not used again when the journal is emptied
     * @param sequence its number since the journal was last emptied, from 1
     * @param machineMillis system time of the entry in milliseconds
     */
    public record Entry(String id, long sequence, long machineMillis, Request request) {
        private int size() {
            return request.body().size() + request.responseBody().size();
        }
    }

    /** An entry of this journal, which may lose its bodies. */
    private static final class Kept {
        private Entry entry;

        private Kept(Entry entry) {
            this.entry = entry;
        }
    }

    /**
     * Selects requests. A null component matches all requests.
     *
     * @param status HTTP status, 0 for connections that were reset
     * @param failed whether the response is an error, or anything else than status 200 with code 0
     * @param since earliest time in epoch seconds, inclusive
     * @param until latest time in epoch seconds, exclusive
     */
    public record Filter(
            @Nullable String id,
            @Nullable String operation,
            @Nullable String apiKey,
            @Nullable Integer status,
            @Nullable Integer code,
            @Nullable Boolean failed,
            @Nullable Long since,
            @Nullable Long until)
            implements Predicate<Entry> {

        /** All requests. */
        public static final Filter ALL = new Filter(null, null, null, null, null, null, null, null);

        /** The request with an identifier. */
        public static Filter ofId(String id) {
            return new Filter(id, null, null, null, null, null, null, null);
        }

        @Override
        public boolean test(Entry entry) {
            Request request = entry.request();
            return (id == null || id.equals(entry.id()))
                    && (operation == null || operation.equals(request.operation()))
                    && (apiKey == null || apiKey.equals(request.apiKey()))
                    && (status == null || status == request.status())
                    && (code == null || code.equals(request.code()))
                    && (failed == null || failed == request.hasFailed())
                    && (since == null || request.time() >= since)
                    && (until == null || request.time() < until);
        }
    }

    /**
     * Requests that were found.
     *
     * @param entries the latest of them, newest first
     */
    public record Found(List<Entry> entries, int total) {}

    /** Adds a request of the public API. Ignores all other requests. */
    @Override
    public void accept(Request request) {
        if (!request.isPublic()) {
            return;
        }
        synchronized (entries) {
            sequence++;
            number++;
            add(new Kept(new Entry(id(), sequence, machineMillis.getAsLong(), request)));
            if (entries.size() > size) {
                forget(entries.removeLast());
            }
            while (bodies > MAX_BODIES) {
                dropBodies(withBodies.removeLast());
            }
        }
        waits.changed();
    }

    private String id() {
        String name = others.name();
        return name.isEmpty() ? "request-" + number : "request-" + name + "-" + number;
    }

    private void add(Kept kept) {
        entries.addFirst(kept);
        withBodies.addFirst(kept);
        bodies += kept.entry.size();
    }

    private void forget(Kept kept) {
        if (withBodies.peekLast() == kept) {
            withBodies.removeLast();
            bodies -= kept.entry.size();
        }
    }

    private void dropBodies(Kept kept) {
        Entry entry = kept.entry;
        bodies -= entry.size();
        kept.entry = new Entry(
                entry.id(),
                entry.sequence(),
                entry.machineMillis(),
                entry.request().withoutBodies());
    }

    /**
     * Finds requests. Waits until there are enough, the time is over, or the stub stops.
     *
     * @param limit the largest number of results
     * @param waitMillis the longest wait, in milliseconds of real time
     */
    public Found find(Filter filter, int limit, int count, long waitMillis) {
        return waits.until(
                waitMillis,
                others.lookAgainMillis(),
                () -> findEverywhere(filter, limit),
                found -> found.total() >= count || waits.isEnding());
    }

    /** Deletes all requests and restarts their numbers. */
    public void clear() {
        clear(Filter.ALL);
    }

    /** Deletes requests. If the filter selects all requests, their numbers start again. */
    public void clear(Filter filter) {
        clearHere(filter);
        others.clear(filter);
    }

    /** Deletes requests of this journal only. */
    public void clearHere(Filter filter) {
        synchronized (entries) {
            entries.removeIf(kept -> filter.test(kept.entry));
            withBodies.removeIf(kept -> filter.test(kept.entry));
            bodies = withBodies.stream().mapToLong(kept -> kept.entry.size()).sum();
            if (filter.equals(Filter.ALL)) {
                sequence = 0;
            }
        }
    }

    private Found findEverywhere(Filter filter, int limit) {
        Found here = findHere(filter, limit);
        List<Found> elsewhere = others.find(filter, limit);
        return elsewhere.isEmpty() ? here : merged(here, elsewhere, limit);
    }

    private static Found merged(Found here, List<Found> elsewhere, int limit) {
        List<Entry> all = new ArrayList<>(here.entries());
        elsewhere.forEach(found -> all.addAll(found.entries()));
        all.sort(NEWEST_FIRST);
        int total = here.total() + elsewhere.stream().mapToInt(Found::total).sum();
        return new Found(List.copyOf(all.subList(0, Math.min(limit, all.size()))), total);
    }

    /**
     * Finds requests in this journal only.
     *
     * @param limit the largest number of results
     */
    public Found findHere(Filter filter, int limit) {
        synchronized (entries) {
            List<Entry> latest = new ArrayList<>();
            int total = 0;
            for (Kept kept : entries) {
                if (filter.test(kept.entry)) {
                    total++;
                    if (latest.size() < limit) {
                        latest.add(kept.entry);
                    }
                }
            }
            return new Found(latest, total);
        }
    }
}
