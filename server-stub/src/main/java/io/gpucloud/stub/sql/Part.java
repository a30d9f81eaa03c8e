package io.gpucloud.stub.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Named values that have a common version: an account, or another part of the state. The content that was read last is
 * kept in memory, so that only values that have changed since are read again.
 */
final class Part<V extends Record> {

    private final Parts parts;
    private final String name;
    private final Class<V> type;
    private Content<V> latest = Content.absent();
    private long order;

    Part(Parts parts, String name, Class<V> type) {
        this.parts = parts;
        this.name = name;
        this.type = type;
    }

    /**
     * The values at a version.
     *
     * @param version a number that no other content has; 0 if the part does not exist
     */
    record Content<V>(long version, Map<String, V> values) {

        private static <V> Content<V> absent() {
            return new Content<>(0, Map.of());
        }
    }

    String name() {
        return name;
    }

    /** Returns the present content, or the one that the request of this thread has read. */
    Content<V> read() {
        if (isInTransaction()) {
            Reading reading = reading();
            parts.read(List.of(reading));
            return reading.content();
        }
        parts.refresh(this);
        return latest();
    }

    /** Locks the part until the end of the transaction, and reads it. Creates it if it does not exist. */
    Content<V> lock() {
        parts.forgetReads();
        parts.lock(name);
        return read();
    }

    /**
     * Stores the values that differ, unless the part has changed since it was read.
     *
     * @param clocks the version of the clocks that was read
     * @return the new content, or empty if the part or the clocks have changed; nothing is stored then
     */
    Optional<Content<V>> write(Content<V> before, Map<String, V> after, long clocks) {
        Map<String, String> written = new HashMap<>();
        after.forEach((key, value) -> {
            if (!value.equals(before.values().get(key))) {
                written.put(key, Json.write(value));
            }
        });
        List<String> removed = new ArrayList<>(before.values().keySet());
        removed.removeAll(after.keySet());
        if (written.isEmpty() && removed.isEmpty()) {
            return Optional.of(before);
        }
        Optional<Content<V>> content = parts.write(name, before.version(), written, removed, clocks)
                .map(version -> new Content<>(version, after));
        if (content.isPresent() && !isInTransaction()) {
            accept(parts.nextOrder(), content.get());
        } else {
            parts.forgetReads();
        }
        return content;
    }

    /** Content that a transaction reads may never be committed, so it is not kept. */
    private static boolean isInTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive();
    }

    private synchronized Content<V> latest() {
        return latest;
    }

    /** Of two readings, the one that began later has the newer content. */
    private synchronized void accept(long order, Content<V> read) {
        if (order > this.order) {
            this.order = order;
            latest = read;
        }
    }

    Reading reading() {
        return new Reading();
    }

    /** A reading of the values that have changed since the content in memory. */
    final class Reading {

        private final Content<V> known = latest();
        private Content<V> content = Content.absent();

        String name() {
            return name;
        }

        long known() {
            return known.version();
        }

        /**
         * Adds a value that has changed.
         *
         * @param isComplete whether all values are added, because one was removed
         * @param key name of the value, or null if none has changed
         * @param text the value as JSON
         */
        void add(long version, boolean isComplete, @Nullable String key, String text) {
            if (content.version() == 0) {
                content = version == known.version()
                        ? known
                        : new Content<>(version, new HashMap<>(isComplete ? Map.of() : known.values()));
            }
            if (key != null) {
                content.values().put(key, Json.read(text, type));
            }
        }

        Content<V> content() {
            return content;
        }

        void end(long order) {
            accept(order, content);
        }
    }
}
