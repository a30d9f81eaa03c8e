package io.gpucloud.stub.store;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Shared values in memory. */
public final class InMemorySharedStore<V> implements SharedStore<V> {

    private final Map<String, V> values = new ConcurrentHashMap<>();

    @Override
    public @Nullable V get(String name) {
        return values.get(name);
    }

    @Override
    public Map<String, V> all() {
        return new TreeMap<>(values);
    }

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public synchronized @Nullable V change(String name, UnaryOperator<@Nullable V> change) {
        return values.compute(name, (same, before) -> change.apply(before));
    }

    @Override
    public synchronized void replaceAll(Map<String, V> replacing) {
        values.putAll(replacing);
        values.keySet().retainAll(replacing.keySet());
    }
}
