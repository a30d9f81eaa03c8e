package io.gpucloud.stub.journal;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps the latest requests in memory, bounded in number for each account and in their total size. */
public final class InMemoryJournalStorage implements JournalStorage {

    private static final long MAX_BYTES = 128L * 1024 * 1024;

    /** The part of the heap that the journal may take. */
    private static final int PART_OF_HEAP = 8;

    private final int limit;
    private final long maxBytes;
    private final LongSupplier machineMillis;
    private final Map<String, OneAccount> accounts = new HashMap<>();
    private long bytes;
    private long dropped;
    private long sequence;
    private long number;

    /**
     * An empty storage.
     *
     * @param limit the largest number of requests of each account
     * @param machineMillis the system time in milliseconds
     */
    public InMemoryJournalStorage(int limit, LongSupplier machineMillis) {
        this(limit, Math.min(MAX_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP), machineMillis);
    }

    InMemoryJournalStorage(int limit, long maxBytes, LongSupplier machineMillis) {
        this.limit = limit;
        this.maxBytes = maxBytes;
        this.machineMillis = machineMillis;
    }

    /** The requests of one account. */
    private static final class OneAccount {
        private final Deque<JournalEntry> entries = new ArrayDeque<>();
        private long bytes;
        private long dropped;

        void add(JournalEntry entry) {
            entries.addFirst(entry);
            bytes += entry.bytes();
        }

        void removeIf(JournalFilter filter) {
            entries.removeIf(filter);
            bytes = entries.stream().mapToLong(JournalEntry::bytes).sum();
        }
    }

    @Override
    public synchronized void add(String account, JournaledRequest request) {
        sequence++;
        number++;
        JournalEntry entry = new JournalEntry("request-" + number, sequence, machineMillis.getAsLong(), request);
        OneAccount own = accounts.computeIfAbsent(account, absent -> new OneAccount());
        own.add(entry);
        bytes += entry.bytes();
        while (own.entries.size() > limit) {
            dropOldest(own);
        }
        while (bytes > maxBytes) {
            OneAccount largest = Collections.max(accounts.values(), Comparator.comparingLong(one -> one.bytes));
            dropOldest(largest);
            if (largest.entries.isEmpty()) {
                // There are more accounts than requests fit into the memory.
                accounts.values().remove(largest);
            }
        }
    }

    private void dropOldest(OneAccount account) {
        long freed = account.entries.removeLast().bytes();
        account.bytes -= freed;
        account.dropped++;
        bytes -= freed;
        dropped++;
    }

    @Override
    public FoundEntries find(@Nullable String account, JournalFilter filter, int limit) {
        List<JournalEntry> all;
        long lost;
        // Not while entries are tested: a search through all texts would keep requests waiting.
        synchronized (this) {
            all = selected(account).stream()
                    .flatMap(one -> one.entries.stream())
                    .toList();
            OneAccount own = accounts.get(account);
            lost = account == null ? dropped : own == null ? 0 : own.dropped;
        }
        List<JournalEntry> found = all.stream()
                .filter(filter)
                .sorted(Comparator.comparingLong(JournalEntry::sequence).reversed())
                .toList();
        return new FoundEntries(found.stream().limit(limit).toList(), found.size(), lost);
    }

    /** The account and the requests without one, or all accounts. */
    private Collection<OneAccount> selected(@Nullable String account) {
        return account == null
                ? accounts.values()
                : Stream.of(account, NO_ACCOUNT)
                        .distinct()
                        .map(accounts::get)
                        .filter(Objects::nonNull)
                        .toList();
    }

    @Override
    public synchronized void clear(@Nullable String account, JournalFilter filter) {
        selected(account).forEach(one -> one.removeIf(filter));
        if (account == null && filter.isWholeJournal()) {
            accounts.clear();
            dropped = 0;
            sequence = 0;
        } else if (account != null && !account.equals(NO_ACCOUNT) && filter.isWholeJournal()) {
            OneAccount removed = accounts.remove(account);
            dropped -= removed == null ? 0 : removed.dropped;
        }
        bytes = accounts.values().stream().mapToLong(one -> one.bytes).sum();
    }
}
