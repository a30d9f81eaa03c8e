package io.gpucloud.stub.cluster;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What this member knows of a part of the stub. News may come out of order: each value has the version of the part at which
 * it was set, and an older one never takes the place of a newer.
 */
final class Replica {

    /** So many removed names are remembered before the old ones among them are forgotten. */
    private static final int MOST_REMOVED = 2_000;

    /** News that are still on their way are at most so many versions old. */
    private static final int ON_THE_WAY = 1_000;

    private static final long BEFORE_ALL = -1;

    private final Map<String, Dated> values = new ConcurrentHashMap<>();
    private long whole;
    private long latest;
    private int removed;

    private record Dated(@Nullable Object value, long version) {}

    @Nullable
    Object get(String name) {
        Dated dated = values.get(name);
        return dated == null ? null : dated.value;
    }

    Map<String, Object> all() {
        Map<String, Object> all = new TreeMap<>();
        values.forEach((name, dated) -> {
            if (dated.value != null) {
                all.put(name, dated.value);
            }
        });
        return all;
    }

    synchronized int size() {
        return values.size() - removed;
    }

    /** Names that it remembers, those of removed values among them. */
    synchronized int remembered() {
        return values.size();
    }

    synchronized long version() {
        return latest;
    }

    synchronized void tell(String name, @Nullable Object value, long version) {
        Dated known = values.get(name);
        if (version <= whole || (known != null && version <= known.version)) {
            return;
        }
        put(name, value, version);
        latest = Math.max(latest, version);
        if (removed > MOST_REMOVED) {
            values.values().removeIf(dated -> dated.value == null && dated.version < latest - ON_THE_WAY);
            countRemoved();
        }
    }

    synchronized void tellAll(Map<String, ?> all, long version) {
        if (version <= whole) {
            return;
        }
        whole = version;
        latest = Math.max(latest, version);
        values.entrySet().removeIf(entry -> entry.getValue().version <= version && !all.containsKey(entry.getKey()));
        all.forEach((name, value) -> {
            Dated known = values.get(name);
            if (known == null || known.version <= version) {
                put(name, value, version);
            }
        });
        countRemoved();
    }

    /** Whatever comes takes the place of what it knows; until then that is read, for there is always a clock to be read. */
    synchronized void outdate() {
        values.replaceAll((name, dated) -> new Dated(dated.value, 0));
        whole = BEFORE_ALL;
        latest = 0;
    }

    private void put(String name, @Nullable Object value, long version) {
        Dated before = values.put(name, new Dated(value, version));
        removed += (value == null ? 1 : 0) - (before != null && before.value == null ? 1 : 0);
    }

    private void countRemoved() {
        removed = (int)
                values.values().stream().filter(dated -> dated.value == null).count();
    }
}
