package io.gpucloud.stub.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/** Keeps the latest requests in memory, bounded in number and in the total size of their bodies. */
public final class InMemoryJournalStorage implements JournalStorage {

    /** All bodies together, in characters. */
    private static final long MAX_BODIES = 32L * 1024 * 1024;

    private final int size;
    private final LongSupplier machineMillis;
    private final Deque<JournalEntry> entries = new ArrayDeque<>();
    private long bodies;
    private long sequence;
    private long number;

    /**
     * An empty storage.
     *
     * @param size the largest number of requests
     * @param machineMillis the system time in milliseconds
     */
    public InMemoryJournalStorage(int size, LongSupplier machineMillis) {
        this.size = size;
        this.machineMillis = machineMillis;
    }

    @Override
    public synchronized void add(JournaledRequest request) {
        sequence++;
        number++;
        JournalEntry entry = new JournalEntry("request-" + number, sequence, machineMillis.getAsLong(), request);
        entries.addFirst(entry);
        bodies += entry.bodySize();
        while (entries.size() > size || bodies > MAX_BODIES) {
            bodies -= entries.removeLast().bodySize();
        }
    }

    @Override
    public synchronized FoundEntries find(JournalFilter filter, int limit) {
        List<JournalEntry> latest = new ArrayList<>();
        int total = 0;
        for (JournalEntry entry : entries) {
            if (filter.test(entry)) {
                total++;
                if (latest.size() < limit) {
                    latest.add(entry);
                }
            }
        }
        return new FoundEntries(latest, total);
    }

    @Override
    public synchronized void clear(JournalFilter filter) {
        entries.removeIf(filter);
        bodies = entries.stream().mapToLong(JournalEntry::bodySize).sum();
        if (filter.equals(JournalFilter.ALL)) {
            sequence = 0;
        }
    }
}
