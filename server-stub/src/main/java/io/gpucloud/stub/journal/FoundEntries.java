package io.gpucloud.stub.journal;

import java.util.List;

/**
 * Entries of the journal that were found.
 *
 * @param entries the latest of them, newest first
 * @param total the number of all entries that match
 * @param dropped the number of requests that the journal no longer has, of the account or of all; any of them may have
 *     matched
 */
public record FoundEntries(List<JournalEntry> entries, int total, long dropped) {}
