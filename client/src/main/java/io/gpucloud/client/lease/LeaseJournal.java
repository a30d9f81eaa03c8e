package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Leased;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one {@link Leases}: its create requests without an outcome, and its instances. By default it writes
 * nothing.
 */
interface LeaseJournal extends AutoCloseable {

    /**
     * Creates a journal with a new file in a directory, or one that writes nothing if there is no directory.
     *
     * @param observer gets each record
     * @throws LeaseJournalException if the file cannot be created
     */
    static LeaseJournal open(@Nullable Path directory, Consumer<JournalRecord> observer) {
        try {
            return directory == null ? new Unwritten(observer) : JournalFile.create(directory, observer);
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be created", directory, failure);
        }
    }

    /** A journal that writes nothing. */
    record Unwritten(Consumer<JournalRecord> observer) implements LeaseJournal {

        @Override
        public void record(JournalRecord record) {
            observer.accept(record);
        }

        @Override
        public void require(JournalRecord record, String undone) {
            observer.accept(record);
        }
    }

    /** Records what has happened. If this fails, the next record of the instance contains what this one says. */
    void record(JournalRecord record);

    /**
     * Records something before it is done.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not do it. {@code undone} says so
     */
    void require(JournalRecord record, String undone);

    /**
     * Records a hand-over, also on a full disk.
     *
     * @throws LeaseJournalException if that cannot be recorded; {@code undone} says so
     */
    default void handOver(Leased record, String undone) {
        require(record, undone);
    }

    /** Whether another file of the directory says that an instance belongs to a lease. */
    default boolean isOfAnother(String instanceUuid) {
        return false;
    }

    /** Ends the journal, which writes nothing afterwards. Only what a recovery needs stays on disk. */
    @Override
    default void close() {}
}
