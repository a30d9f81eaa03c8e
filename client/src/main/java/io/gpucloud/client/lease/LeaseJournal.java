package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Destroyed;
import io.gpucloud.client.lease.JournalRecord.Kept;
import io.gpucloud.client.lease.JournalRecord.NotCreated;
import io.gpucloud.client.lease.JournalRecord.Owned;
import io.gpucloud.client.lease.JournalRecord.Unknown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal of one {@link Leases} on disk: the outcomes of its create requests, and its instances. Without a directory it writes nothing.
 */
final class LeaseJournal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseJournal.class);

    /** The file is rewritten when it is longer than this and than four times its length after the last time. */
    private static final long SMALLEST_REWRITE = 64 * 1024;

    private final WaitTimer timer;
    private final @Nullable JournalFile file;
    private final JournalState state = new JournalState();
    private final AtomicLong attempts = new AtomicLong();
    private long rewrittenSize;
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

        private final String id = Long.toString(attempts.incrementAndGet());
        private final LeaseTerms terms;

        private RecordedCreation(LeaseTerms terms) {
            this.terms = terms;
        }

        void created(String instanceUuid) {
            appendOrLog(Owned.untimed(timer.now(), instanceUuid, id, terms));
        }

        void notCreated() {
            appendOrLog(new NotCreated(timer.now(), id));
        }

        void unknown() {
            appendOrLog(new Unknown(timer.now(), id));
        }
    }

    /**
     * Records that a create request is about to be sent.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not send it
     */
    RecordedCreation creating(InstanceRequest request, Set<String> before, @Nullable String title, LeaseTerms terms) {
        RecordedCreation recorded = new RecordedCreation(terms);
        append(
                new Creating(timer.now(), recorded.id, request, before, title, terms),
                "the create request was not sent, since the lease journal cannot be written");
        return recorded;
    }

    /**
     * Records that an instance was adopted.
     *
     * @throws LeaseJournalException if that cannot be recorded; do not adopt it
     */
    void adopted(String instanceUuid, LeaseTerms terms) {
        append(
                Owned.untimed(timer.now(), instanceUuid, null, terms),
                "instance " + instanceUuid + " was not adopted, since the lease journal cannot be written");
    }

    /**
     * Records that an instance is given to the caller.
     *
     * @throws LeaseJournalException if that cannot be recorded; the instance would be destroyed after a crash, so do not give it
     */
    void kept(String instanceUuid) {
        append(
                new Kept(timer.now(), instanceUuid),
                "instance " + instanceUuid + " was not given away, since the lease journal cannot be written");
    }

    /** Records the shutdown timer of an owned instance. */
    synchronized void timed(String instanceUuid, Instant endsAt) {
        state.owned(instanceUuid).ifPresent(owned -> appendOrLog(changed(owned, endsAt, false)));
    }

    /**
     * Records that the next start of the program gets an instance.
     *
     * @throws LeaseJournalException if that cannot be recorded; the instance would be destroyed, so do not leave it
     */
    synchronized void handedOver(String instanceUuid, Instant endsAt) {
        Owned owned = state.owned(instanceUuid)
                .orElseThrow(() -> new IllegalStateException("the journal does not contain " + instanceUuid));
        append(
                changed(owned, endsAt, true),
                "instance " + instanceUuid + " was not handed over, since the lease journal cannot be written");
    }

    private Owned changed(Owned owned, Instant endsAt, boolean handedOver) {
        return new Owned(timer.now(), owned.instanceUuid(), owned.attempt(), owned.terms(), endsAt, handedOver);
    }

    void destroyed(String instanceUuid) {
        appendOrLog(new Destroyed(timer.now(), instanceUuid));
    }

    private void appendOrLog(JournalRecord record) {
        try {
            append(record, "the lease journal cannot be written");
        } catch (LeaseJournalException failure) {
            LOG.error("{}; the next recovery may find it incomplete: {}", failure.getMessage(), record);
        }
    }

    private synchronized void append(JournalRecord record, String failure) {
        if (file == null || closed) {
            return;
        }
        try {
            file.append(record);
            state.apply(record);
            if (file.size() > Math.max(SMALLEST_REWRITE, 4 * rewrittenSize)) {
                rewrite(file);
            }
        } catch (IOException cause) {
            throw new LeaseJournalException(failure, file.path(), cause);
        }
    }

    /** Shortens the file. If this fails, the file keeps its length. */
    private void rewrite(JournalFile file) {
        try {
            file.replace(state.records());
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be shortened: {}", file.path(), failure.getMessage());
        }
        rewrittenSize = file.size();
    }

    /** Unlocks the file. Deletes it if a recovery does not need it. */
    @Override
    public synchronized void close() {
        if (file == null || closed) {
            return;
        }
        closed = true;
        try {
            if (state.records().isEmpty()) {
                file.delete();
                return;
            }
            file.replace(state.records());
        } catch (IOException failure) {
            LOG.warn("the lease journal {} cannot be closed in order: {}", file.path(), failure.getMessage());
        }
        file.close();
    }
}
