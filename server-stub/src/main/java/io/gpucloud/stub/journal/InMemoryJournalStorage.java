package io.gpucloud.stub.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/** Keeps the latest requests in memory, bounded in number, and their bodies, bounded in total size. */
public final class InMemoryJournalStorage implements JournalStorage {

    /** All bodies together, in characters. */
    private static final long MAX_BODIES = 32L * 1024 * 1024;

    private final int size;
    private final LongSupplier machineMillis;
    private final Deque<Kept> entries = new ArrayDeque<>();
    private final Deque<Kept> withBodies = new ArrayDeque<>();
    private long bodies;
    private long sequence;
    private long number;

    /**
     * An empty storage.
     *
     * @param size the largest number of requests; the oldest are dropped above it
     * @param machineMillis the system time in milliseconds
     */
    public InMemoryJournalStorage(int size, LongSupplier machineMillis) {
        this.size = size;
        this.machineMillis = machineMillis;
    }

    /** An entry that may lose its bodies. */
    private static final class Kept {
        private JournalEntry entry;

        private Kept(JournalEntry entry) {
            this.entry = entry;
        }
    }

    @Override
    public synchronized void add(JournaledRequest request) {
        sequence++;
        number++;
        add(new Kept(new JournalEntry("request-" + number, sequence, machineMillis.getAsLong(), request)));
        if (entries.size() > size) {
            forget(entries.removeLast());
        }
        while (bodies > MAX_BODIES) {
            dropBodies(withBodies.removeLast());
        }
    }

    private void add(Kept kept) {
        entries.addFirst(kept);
        withBodies.addFirst(kept);
        bodies += kept.entry.bodySize();
    }

    private void forget(Kept kept) {
        if (withBodies.peekLast() == kept) {
            withBodies.removeLast();
            bodies -= kept.entry.bodySize();
        }
    }

    private void dropBodies(Kept kept) {
        bodies -= kept.entry.bodySize();
        kept.entry = kept.entry.withoutBodies();
    }

    @Override
    public synchronized FoundEntries find(JournalFilter filter, int limit) {
        List<JournalEntry> latest = new ArrayList<>();
        int total = 0;
        for (Kept kept : entries) {
            if (filter.test(kept.entry)) {
                total++;
                if (latest.size() < limit) {
                    latest.add(kept.entry);
                }
            }
        }
        return new FoundEntries(latest, total);
    }

    @Override
    public synchronized void clear(JournalFilter filter) {
        entries.removeIf(kept -> filter.test(kept.entry));
        withBodies.removeIf(kept -> filter.test(kept.entry));
        bodies = withBodies.stream().mapToLong(kept -> kept.entry.bodySize()).sum();
        if (filter.equals(JournalFilter.ALL)) {
            sequence = 0;
        }
    }
}
