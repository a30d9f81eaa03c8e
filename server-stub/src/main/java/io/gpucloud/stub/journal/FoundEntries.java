package io.gpucloud.stub.journal;

import java.util.List;

/**
 * Entries of the journal that were found.
 *
 * @param entries the latest of them, newest first
 * @param total the number of all entries that match
 */
public record FoundEntries(List<JournalEntry> entries, int total) {}
