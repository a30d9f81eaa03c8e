package io.gpucloud.stub.sql;

import io.gpucloud.stub.store.SharedStore;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Shared values in a database. Values are kept in memory together with the version of their part. Each read compares
 * the version with the one of the database, so that it sees every change that another stub has made before.
 */
final class SqlSharedStore<V extends Record> implements SharedStore<V> {

    private final Database database;
    private final String part;
    private final Class<V> type;
    private volatile Loaded<V> loaded = new Loaded<>(-1, Map.of());

    /** A store of one part. Creates the part unless it exists. */
    SqlSharedStore(Database database, String part, Class<V> type) {
        this.database = database;
        this.part = part;
        this.type = type;
        database.sql("insert into gpu_cloud_stub.part values (?, 0, 0) on conflict do nothing")
                .param(part)
                .update();
    }

    /** The values at a version of the part. */
    private record Loaded<V>(long version, Map<String, V> values) {}

    /** The row of the part. */
    private record Versions(long version, long removal) {}

    @Override
    public @Nullable V get(String name) {
        return all().get(name);
    }

    @Override
    public @Nullable V get(String name, String other) {
        Map<String, V> values = all();
        return values.getOrDefault(name, values.get(other));
    }

    @Override
    public Map<String, V> all() {
        Loaded<V> current = upToDate(versions(""));
        loaded = current;
        return current.values();
    }

    @Override
    public int size() {
        return all().size();
    }

    @Override
    public @Nullable V change(String name, Change<V> change) {
        return database.transaction(() -> {
                    Versions versions = versions(" for update");
                    V before = upToDate(versions).values().get(name);
                    V after = change.of(before);
                    if (after == null && before != null) {
                        database.sql("delete from gpu_cloud_stub.part_value where part = ? and name = ?")
                                .params(part, name)
                                .update();
                        advance(true);
                    } else if (after != null && !after.equals(before)) {
                        write(name, after, versions.version() + 1);
                        advance(false);
                    }
                    return Optional.ofNullable(after);
                })
                .orElse(null);
    }

    @Override
    public void replaceAll(Map<String, V> values) {
        database.transaction(() -> {
            Versions versions = versions(" for update");
            database.sql("delete from gpu_cloud_stub.part_value where part = ?")
                    .param(part)
                    .update();
            values.forEach((name, value) -> write(name, value, versions.version() + 1));
            advance(true);
            return true;
        });
    }

    private Versions versions(String lock) {
        return database.sql("select version, removal from gpu_cloud_stub.part where name = ?" + lock)
                .param(part)
                .query(Versions.class)
                .single();
    }

    private void advance(boolean removal) {
        database.sql(
                        "update gpu_cloud_stub.part set version = version + 1, removal = case when ? then version + 1 else removal end"
                                + " where name = ?")
                .params(removal, part)
                .update();
    }

    private void write(String name, V value, long version) {
        database.sql(
                        "insert into gpu_cloud_stub.part_value values (?, ?, ?, ?)"
                                + " on conflict (part, name) do update set content = excluded.content, version = excluded.version")
                .params(part, name, Json.write(value), version)
                .update();
    }

    /**
     * Loads what has changed since the values in memory. A value that changes meanwhile is loaded again by the next
     * read.
     */
    private Loaded<V> upToDate(Versions present) {
        Loaded<V> known = loaded;
        if (known.version() == present.version()) {
            return known;
        }
        boolean all = known.version() < present.removal() || known.version() > present.version();
        Map<String, V> values = new TreeMap<>(all ? Map.of() : known.values());
        database.sql("select name, content from gpu_cloud_stub.part_value where part = ? and version > ?")
                .params(part, all ? -1 : known.version())
                .query(row -> {
                    values.put(row.getString(1), Json.read(row.getString(2), type));
                });
        return new Loaded<>(present.version(), Collections.unmodifiableMap(values));
    }
}
