package io.gpucloud.stub.journal;

import java.util.List;

/** The journals of the same stub that are kept elsewhere. */
public interface OtherJournals {
    /** No other journals. */
    OtherJournals NONE = new OtherJournals() {
        @Override
        public List<FoundEntries> find(JournalFilter filter, int limit) {
            return List.of();
        }

        @Override
        public void clear(JournalFilter filter) {
            // Nothing to delete.
        }

        @Override
        public long lookAgainMillis() {
            return Long.MAX_VALUE;
        }
    };

    /**
     * Finds requests in each of the other journals.
     *
     * @param limit the largest number of results of each journal
     */
    List<FoundEntries> find(JournalFilter filter, int limit);

    /** Deletes requests in each of the other journals. */
    void clear(JournalFilter filter);

    /**
     * Returns the name of this journal, which distinguishes its identifiers from those of the others.
     *
     * @return the name, or an empty text if there are no others
     */
    default String name() {
        return "";
    }

    /**
     * Returns the polling interval for waits.
     *
     * @return milliseconds
     */
    long lookAgainMillis();
}
