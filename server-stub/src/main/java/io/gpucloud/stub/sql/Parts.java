package io.gpucloud.stub.sql;

import static java.util.Objects.requireNonNull;

import io.gpucloud.stub.clock.StubClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The parts of the state. Any number of them is read with one statement, and one is written with one statement. */
final class Parts {

    /** The largest number of requests that share a statement. */
    static final int MAX_BATCH = 50;
    /** No version of the clocks is later. */
    static final long ANY_CLOCKS = Long.MAX_VALUE;

    /** Returns at least one row of each part that exists. With {@code offset 0}, unchanged parts are not searched. */
    private static final String READ = "select part.name, part.version, part.removal >= known.version,"
            + " changed.name, changed.content from unnest(?, ?) as known (name, version)"
            + " join gpu_cloud_stub.part on part.name = known.name"
            + " left join lateral (select value.name, value.content from gpu_cloud_stub.part_value value"
            + " where part.version <> known.version and value.part = part.name"
            + " and value.version > case when part.removal >= known.version then 0 else known.version end"
            + " offset 0) changed on true";

    /** Gives a part the next version, unless it or the clocks have another version than the one that was read. */
    private static final String ADVANCE = "with changed as (update gpu_cloud_stub.part"
            + " set version = nextval('gpu_cloud_stub.version'), removal = case when ? then version else removal end"
            + " where name = ? and version = ? and not exists"
            + " (select from gpu_cloud_stub.part clocks where clocks.name = ? and clocks.version > ?)"
            + " returning name, version)";

    private static final String WRITE = " insert into gpu_cloud_stub.part_value (part, name, content, version)"
            + " select changed.name, value.name, value.content, changed.version"
            + " from changed, unnest(?, ?) as value (name, content)"
            + " on conflict (part, name) do update set content = excluded.content, version = excluded.version";

    private static final String REMOVE_AND_WRITE = ", removed as (delete from gpu_cloud_stub.part_value value"
            + " using changed where value.part = changed.name and value.name = any(?)),"
            + " written as (" + WRITE + ") select version from changed";

    /** The request that the thread is serving. */
    private static final ThreadLocal<@Nullable Request> REQUEST = new ThreadLocal<>();

    private final Database database;
    private final Map<String, Part<?>> shared = new ConcurrentHashMap<>();
    private final Map<String, Part<AccountRow>> accounts = new ConcurrentHashMap<>();
    private final AtomicLong lastOrder = new AtomicLong();
    private final Batcher<Set<Part<?>>> reads = new Batcher<>(MAX_BATCH, this::load);

    Parts(Database database) {
        this.database = database;
    }

    /**
     * A request to the public API.
     *
     * @param account the name of the part of its account
     * @param read what it has read
     */
    private record Request(String account, Set<Part<?>> read) {}

    /** Returns a new part which every request reads. */
    <V extends Record> Part<V> shared(String name, Class<V> type) {
        Part<V> part = new Part<>(this, name, type);
        shared.put(name, part);
        return part;
    }

    Part<AccountRow> account(String name) {
        return accounts.computeIfAbsent(name, absent -> new Part<>(this, name, AccountRow.class));
    }

    /** Frees the memory of the part of an account. */
    void forget(String account) {
        accounts.remove(account);
    }

    /** Returns the version of the clocks that this thread reads. */
    long clocksVersion() {
        return requireNonNull(shared.get(StubClock.PART)).read().version();
    }

    /** Begins a request on this thread. Until its end, it reads each part once unless it changes one. */
    void begin(String account) {
        REQUEST.set(new Request(account, new HashSet<>()));
    }

    void end() {
        REQUEST.remove();
    }

    /** Reads a part, unless the request of this thread has read it. The first read of a request reads all its parts. */
    void refresh(Part<?> part) {
        Request request = REQUEST.get();
        if (request == null) {
            reads.execute(Set.of(part));
        } else if (!request.read().contains(part)) {
            Set<Part<?>> needed = new HashSet<>(List.of(part));
            if (request.read().isEmpty()) {
                needed.addAll(shared.values());
                Part<?> own = accounts.get(request.account());
                if (own != null) {
                    needed.add(own);
                }
            }
            reads.execute(needed);
            request.read().addAll(needed);
        }
    }

    private void load(List<Set<Part<?>>> needed) {
        long order = nextOrder();
        List<Part<?>.Reading> readings = new ArrayList<>();
        needed.stream().flatMap(Set::stream).distinct().forEach(part -> readings.add(part.reading()));
        read(readings);
        readings.forEach(reading -> reading.end(order));
    }

    void read(List<? extends Part<?>.Reading> readings) {
        Map<String, Part<?>.Reading> byName = new HashMap<>();
        readings.forEach(reading -> byName.put(reading.name(), reading));
        database.sql(READ)
                .param(readings.stream().map(Part.Reading::name).toArray(String[]::new))
                .param(readings.stream().map(Part.Reading::known).toArray(Long[]::new))
                .query(row -> {
                    requireNonNull(byName.get(row.getString(1)))
                            .add(row.getLong(2), row.getBoolean(3), row.getString(4), row.getString(5));
                });
    }

    long nextOrder() {
        return lastOrder.incrementAndGet();
    }

    /** Locks a part until the end of the transaction. Creates it if it does not exist. */
    void lock(String name) {
        // An existing row is locked, but not updated. Known values of a deleted part count as removed.
        database.sql("insert into gpu_cloud_stub.part select ?, v, v from nextval('gpu_cloud_stub.version') v"
                        + " on conflict (name) do update set removal = 0 where false")
                .param(name)
                .update();
    }

    /** Changes a part, unless it or the clocks have another version. Returns the new version. */
    Optional<Long> write(String name, long version, Map<String, String> written, List<String> removed, long clocks) {
        List<Object> parameters = new ArrayList<>(List.of(!removed.isEmpty(), name, version, StubClock.PART, clocks));
        if (!removed.isEmpty()) {
            parameters.add(removed.toArray(String[]::new));
        }
        parameters.add(written.keySet().toArray(String[]::new));
        parameters.add(written.values().toArray(String[]::new));
        return database
                .sql(ADVANCE + (removed.isEmpty() ? WRITE + " returning version" : REMOVE_AND_WRITE))
                .params(parameters)
                .query(Long.class)
                .list()
                .stream()
                .findFirst();
    }

    /** Has the request of this thread read all parts again. */
    void forgetReads() {
        Request request = REQUEST.get();
        if (request != null) {
            request.read().clear();
        }
    }
}
