package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one {@link Leases} on disk: its create requests without an outcome, and its instances. Without a directory it writes
 * nothing.
 */
final class LeaseJournal implements AutoCloseable {

    private final WaitTimer timer;
    private final @Nullable JournalFile file;
    private long records;
    private boolean closed;

    private LeaseJournal(WaitTimer timer, @Nullable JournalFile file) {
        this.timer = timer;
        this.file = file;
    }

    /**
     * Creates a journal with a new file in a directory.
     *
     * @throws LeaseJournalException if the file cannot be created
     */
    static LeaseJournal open(WaitTimer timer, @Nullable Path directory) {
        if (directory == null) {
            return new LeaseJournal(timer, null);
        }
        try {
            return new LeaseJournal(timer, JournalFile.create(directory));
        } catch (IOException failure) {
            throw new LeaseJournalException("the lease journal cannot be created", directory, failure);
        }
    }

    /**
     * Records that a create request is about to be sent.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not send it
     */
    Creating creating(InstanceRequest request, Set<String> before, String title, LeaseTerms terms) {
        Creating creating = new Creating(nextId(), timer.now(), false, request, before, title, terms);
        require(creating, "the create request was not sent");
        return creating;
    }

    /**
     * Records that an instance was adopted.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not adopt it
     */
    Leased adopted(String instanceUuid, LeaseTerms terms) {
        Leased adopted = new Leased(nextId(), timer.now(), State.OWNED, instanceUuid, terms, null);
        require(adopted, "instance " + instanceUuid + " was not adopted");
        return adopted;
    }

    private synchronized String nextId() {
        return Long.toString(++records);
    }

    /** Records what has happened. If this fails, the next record of the instance contains what this one says. */
    synchronized void record(JournalRecord record) {
        if (file != null && !closed) {
            file.record(record);
        }
    }

    /**
     * Records something before it is done.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not do it. {@code undone} says so
     */
    synchronized void require(JournalRecord record, String undone) {
        if (file == null || closed) {
            return;
        }
        try {
            file.append(record);
        } catch (IOException cause) {
            throw new LeaseJournalException(undone + ", since the lease journal cannot be written", file.path(), cause);
        }
    }

    /** Unlocks the file. Deletes it if a recovery does not need it. */
    @Override
    public synchronized void close() {
        if (file != null && !closed) {
            closed = true;
            file.close();
        }
    }
}
