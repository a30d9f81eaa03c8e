package io.gpucloud.stub.cluster;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The copy of a part of the shared state that every member has. Changes may arrive out of order: each value has the version of the part at
 * which it was set, and a newer value is never replaced by an older one.
 */
final class SharedStateReplica {

    /** Number of removed names that are remembered before the oldest ones are forgotten. */
    private static final int MOST_REMOVED = 2_000;

    /** A change that has not arrived yet is at most this number of versions old. */
    private static final int ON_THE_WAY = 1_000;

    private static final long BEFORE_ALL = -1;

    private final Map<String, Versioned> values = new ConcurrentHashMap<>();
    private long whole;
    private long latest;
    private int removed;

    private record Versioned(@Nullable Object value, long version) {}

    @Nullable
    Object get(String name) {
        Versioned versioned = values.get(name);
        return versioned == null ? null : versioned.value;
    }

    Map<String, Object> all() {
        Map<String, Object> all = new TreeMap<>();
        values.forEach((name, versioned) -> {
            if (versioned.value != null) {
                all.put(name, versioned.value);
            }
        });
        return all;
    }

    synchronized int size() {
        return values.size() - removed;
    }

    /** Number of names, including those of removed values. */
    synchronized int remembered() {
        return values.size();
    }

    synchronized long version() {
        return latest;
    }

    synchronized void change(String name, @Nullable Object value, long version) {
        Versioned known = values.get(name);
        if (version <= whole || (known != null && version <= known.version)) {
            return;
        }
        put(name, value, version);
        latest = Math.max(latest, version);
        if (removed > MOST_REMOVED) {
            values.values().removeIf(versioned -> versioned.value == null && versioned.version < latest - ON_THE_WAY);
            countRemoved();
        }
    }

    synchronized void replaceAll(Map<String, ?> all, long version) {
        if (version <= whole) {
            return;
        }
        whole = version;
        latest = Math.max(latest, version);
        values.entrySet().removeIf(entry -> entry.getValue().version <= version && !all.containsKey(entry.getKey()));
        all.forEach((name, value) -> {
            Versioned known = values.get(name);
            if (known == null || known.version <= version) {
                put(name, value, version);
            }
        });
        countRemoved();
    }

    /** Lets any value replace the present ones. Until then these are read, because a clock is needed at any time. */
    synchronized void markOutdated() {
        values.replaceAll((name, versioned) -> new Versioned(versioned.value, 0));
        whole = BEFORE_ALL;
        latest = 0;
    }

    private void put(String name, @Nullable Object value, long version) {
        Versioned before = values.put(name, new Versioned(value, version));
        removed += (value == null ? 1 : 0) - (before != null && before.value == null ? 1 : 0);
    }

    private void countRemoved() {
        removed = (int) values.values().stream()
                .filter(versioned -> versioned.value == null)
                .count();
    }
}
