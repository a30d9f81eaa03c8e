package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.lease.JournalRecord.Over;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of one {@link Leases} on disk: its create requests without an outcome, and its instances. Without a directory it writes
 * nothing.
 */
final class LeaseJournal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseJournal.class);

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
            PrivateFiles.createDirectories(directory);
            return new LeaseJournal(timer, JournalFile.create(directory.toRealPath()));
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
        append(creating, "the create request was not sent");
        return creating;
    }

    /**
     * Records that an instance was adopted.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not adopt it
     */
    void adopted(String instanceUuid, LeaseTerms terms) {
        Leased adopted = new Leased(nextId(), timer.now(), State.OWNED, instanceUuid, terms, null);
        append(adopted, "instance " + instanceUuid + " was not adopted");
    }

    private synchronized String nextId() {
        return Long.toString(++records);
    }

    /**
     * Records that the next start of the program gets an instance.
     *
     * @throws LeaseJournalException if that cannot be recorded; the instance would be destroyed, so do not leave it
     */
    void handedOver(String instanceUuid, Instant endsAt) {
        change(instanceUuid, State.HANDED_OVER, endsAt, "was not handed over");
    }

    /**
     * Records that an instance is given to the caller.
     *
     * @throws LeaseJournalException if that cannot be recorded; the instance would be destroyed after a crash, so do not give it
     */
    void kept(String instanceUuid) {
        change(instanceUuid, State.KEPT, null, "was not given away");
    }

    private synchronized void change(String instanceUuid, State state, @Nullable Instant endsAt, String failure) {
        if (file != null) {
            file.content()
                    .leased(instanceUuid)
                    .ifPresent(leased -> append(
                            leased.changed(timer.now(), state, endsAt), "instance " + instanceUuid + " " + failure));
        }
    }

    /** Records the shutdown timer of an owned instance. */
    void timed(String instanceUuid, Instant endsAt) {
        record(instanceUuid, leased -> leased.changed(timer.now(), State.OWNED, endsAt));
    }

    /** Records that an instance is destroyed. */
    void destroyed(String instanceUuid) {
        record(instanceUuid, leased -> new Over(leased.id()));
    }

    private synchronized void record(String instanceUuid, Function<Leased, JournalRecord> next) {
        if (file != null) {
            file.content().leased(instanceUuid).map(next).ifPresent(this::record);
        }
    }

    /** Records what has happened. If this fails, the next record of the instance contains what this one says. */
    synchronized void record(JournalRecord record) {
        try {
            append(record, "the journal is incomplete");
        } catch (LeaseJournalException failure) {
            LOG.error("{}; the next recovery may not find {}", failure.getMessage(), record);
            if (file != null) {
                file.content().apply(record);
            }
        }
    }

    private synchronized void append(JournalRecord record, String failure) {
        if (file == null || closed) {
            return;
        }
        try {
            file.append(record);
        } catch (IOException cause) {
            throw new LeaseJournalException(
                    failure + ", since the lease journal cannot be written", file.path(), cause);
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
