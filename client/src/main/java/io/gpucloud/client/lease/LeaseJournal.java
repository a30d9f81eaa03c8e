package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.lease.JournalRecord.Over;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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

    /** A create request whose outcome is not recorded yet. */
    final class RecordedCreation {

        private final Creating creating;

        private RecordedCreation(Creating creating) {
            this.creating = creating;
        }

        void created(String instanceUuid) {
            appendOrLog(creating.made(instanceUuid));
        }

        void notCreated() {
            appendOrLog(new Over(creating.id()));
        }

        void unknown() {
            appendOrLog(creating.asReported());
        }
    }

    /**
     * Records that a create request is about to be sent.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not send it
     */
    RecordedCreation creating(InstanceRequest request, Set<String> before, @Nullable String title, LeaseTerms terms) {
        Creating creating = new Creating(nextId(), timer.now(), false, request, before, title, terms);
        append(creating, "the create request was not sent, since the lease journal cannot be written");
        return new RecordedCreation(creating);
    }

    /**
     * Records that an instance was adopted.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not adopt it
     */
    void adopted(String instanceUuid, LeaseTerms terms) {
        append(
                new Leased(nextId(), timer.now(), State.OWNED, instanceUuid, terms, null),
                "instance " + instanceUuid + " was not adopted, since the lease journal cannot be written");
    }

    private synchronized String nextId() {
        return Long.toString(++records);
    }

    /** Records the shutdown timer of an owned instance. */
    synchronized void timed(String instanceUuid, Instant endsAt) {
        leased(instanceUuid).ifPresent(leased -> appendOrLog(leased.changed(timer.now(), State.OWNED, endsAt)));
    }

    /** Records that an instance is destroyed. */
    synchronized void destroyed(String instanceUuid) {
        leased(instanceUuid).ifPresent(leased -> appendOrLog(new Over(leased.id())));
    }

    private Optional<Leased> leased(String instanceUuid) {
        return file == null ? Optional.empty() : file.content().leased(instanceUuid);
    }

    /**
     * Records that the next start of the program gets an instance.
     *
     * @throws LeaseJournalException if that cannot be recorded; the instance would be destroyed, so do not leave it
     */
    void handedOver(String instanceUuid, Instant endsAt) {
        change(
                instanceUuid,
                State.HANDED_OVER,
                endsAt,
                "instance " + instanceUuid + " was not handed over, since the lease journal cannot be written");
    }

    /**
     * Records that an instance is given to the caller.
     *
     * @throws LeaseJournalException if that cannot be recorded; the instance would be destroyed after a crash, so do not give it
     */
    void kept(String instanceUuid) {
        change(
                instanceUuid,
                State.KEPT,
                null,
                "instance " + instanceUuid + " was not given away, since the lease journal cannot be written");
    }

    private synchronized void change(String instanceUuid, State state, @Nullable Instant endsAt, String failure) {
        leased(instanceUuid).ifPresent(leased -> append(leased.changed(timer.now(), state, endsAt), failure));
    }

    /** If this fails, the next record of the instance contains what this one says. */
    private synchronized void appendOrLog(JournalRecord record) {
        try {
            append(record, "the lease journal cannot be written");
        } catch (LeaseJournalException failure) {
            LOG.error("{}; the next recovery may find it incomplete: {}", failure.getMessage(), record);
            Objects.requireNonNull(file).content().apply(record);
        }
    }

    private synchronized void append(JournalRecord record, String failure) {
        if (file == null || closed) {
            return;
        }
        try {
            file.append(record);
        } catch (IOException cause) {
            throw new LeaseJournalException(failure, file.path(), cause);
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
