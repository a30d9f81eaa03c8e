package io.gpucloud.stub.journal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Entries of the journal that were found.
 *
 * @param entries the latest of them, newest first
 * @param total the number of all entries that match
 */
public record FoundEntries(List<JournalEntry> entries, int total) {

    private static final Comparator<JournalEntry> NEWEST_FIRST = Comparator.comparingLong(JournalEntry::machineMillis)
            .thenComparingLong(JournalEntry::sequence)
            .reversed();

    /** Adds what other journals found, and keeps the latest entries. */
    FoundEntries merge(List<FoundEntries> others, int limit) {
        List<JournalEntry> all = new ArrayList<>(entries);
        others.forEach(found -> all.addAll(found.entries));
        all.sort(NEWEST_FIRST);
        int sum = total + others.stream().mapToInt(FoundEntries::total).sum();
        return new FoundEntries(List.copyOf(all.subList(0, Math.min(limit, all.size()))), sum);
    }
}
