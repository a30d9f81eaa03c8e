package io.gpucloud.stub.sql;

import io.gpucloud.stub.store.SharedStore;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Shared values in a database: each is a row. A change locks all of them, so that two stubs do not exceed a limit. */
final class SqlSharedStore<V extends Record> implements SharedStore<V> {

    private final Database database;
    private final String part;
    private final Class<V> type;

    SqlSharedStore(Database database, String part, Class<V> type) {
        this.database = database;
        this.part = part;
        this.type = type;
    }

    @Override
    public @Nullable V get(String name) {
        return database.sql("select content from gpu_cloud_stub.shared_value where part = ? and name = ?")
                .params(part, name)
                .query(String.class)
                .optional()
                .map(content -> Json.read(content, type))
                .orElse(null);
    }

    @Override
    public Map<String, V> all() {
        Map<String, V> values = new TreeMap<>();
        database.sql("select name, content from gpu_cloud_stub.shared_value where part = ?")
                .param(part)
                .query(row -> {
                    values.put(row.getString(1), Json.read(row.getString(2), type));
                });
        return values;
    }

    @Override
    public int size() {
        return database.sql("select count(*) from gpu_cloud_stub.shared_value where part = ?")
                .param(part)
                .query(Integer.class)
                .single();
    }

    @Override
    public @Nullable V change(String name, UnaryOperator<@Nullable V> change) {
        return database.transaction(() -> {
                    lock();
                    V value = change.apply(get(name));
                    if (value == null) {
                        delete(name);
                    } else {
                        put(name, value);
                    }
                    return Optional.ofNullable(value);
                })
                .orElse(null);
    }

    @Override
    public void replaceAll(Map<String, V> values) {
        database.transaction(() -> {
            lock();
            database.sql("delete from gpu_cloud_stub.shared_value where part = ?")
                    .param(part)
                    .update();
            values.forEach(this::put);
            return values;
        });
    }

    /** Locks the values until the end of the transaction. Reads do not wait. */
    private void lock() {
        database.sql("lock table gpu_cloud_stub.shared_value in exclusive mode").update();
    }

    private void put(String name, V value) {
        database.sql("insert into gpu_cloud_stub.shared_value (part, name, content) values (?, ?, ?)"
                        + " on conflict (part, name) do update set content = excluded.content")
                .params(part, name, Json.write(value))
                .update();
    }

    private void delete(String name) {
        database.sql("delete from gpu_cloud_stub.shared_value where part = ? and name = ?")
                .params(part, name)
                .update();
    }
}
