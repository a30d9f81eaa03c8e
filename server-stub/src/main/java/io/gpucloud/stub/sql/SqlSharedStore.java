package io.gpucloud.stub.sql;

import io.gpucloud.stub.sql.Part.Content;
import io.gpucloud.stub.store.SharedStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Shared values in a database. A change locks all of them until the end of the transaction. */
final class SqlSharedStore<V extends Record> implements SharedStore<V> {

    private final Database database;
    private final Part<V> part;

    SqlSharedStore(Database database, Part<V> part) {
        this.database = database;
        this.part = part;
    }

    private Map<String, V> values() {
        return part.read().values();
    }

    @Override
    public @Nullable V get(String name) {
        return values().get(name);
    }

    @Override
    public Map<String, V> all() {
        return new TreeMap<>(values());
    }

    @Override
    public int size() {
        return values().size();
    }

    @Override
    public @Nullable V change(String name, UnaryOperator<@Nullable V> change) {
        return database.transaction(() -> {
                    Content<V> before = part.lock();
                    V value = change.apply(before.values().get(name));
                    Map<String, V> after = new HashMap<>(before.values());
                    if (value == null) {
                        after.remove(name);
                    } else {
                        after.put(name, value);
                    }
                    part.write(before, after, Parts.ANY_CLOCKS);
                    return Optional.ofNullable(value);
                })
                .orElse(null);
    }

    @Override
    public void replaceAll(Map<String, V> values) {
        database.transaction(() -> part.write(part.lock(), values, Parts.ANY_CLOCKS));
    }
}
