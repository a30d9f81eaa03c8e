package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What all rentals of one {@link Leases} use.
 *
 * @param unreported failures that no caller has got yet, because the future of a cancelled rental cannot report them
 */
record LeaseContext(
        GpuCloudClient client,
        LeaseOptions options,
        RentalState state,
        LeaseJournal journal,
        SpendingLimits limits,
        LeaseExecutor executor,
        AtomicBoolean closed,
        Queue<CreationOutcomeUnknownException> unreported) {

    /** @throws LeaseJournalException if the journal cannot be created */
    static LeaseContext of(GpuCloudClient client, LeaseOptions options) {
        JournalAccess.require(options.journal(), options.allowGroupJournal());
        SpendingLimits limits = SpendingLimits.of(options, client.timer());
        return new LeaseContext(
                client,
                options,
                RentalState.of(client),
                LeaseJournal.open(options.journal(), limits::observe),
                limits,
                LeaseExecutor.on(client.executor(), LeaseExecutor::startThread),
                new AtomicBoolean(),
                new ConcurrentLinkedQueue<>());
    }

    boolean isClosed() {
        return closed.get();
    }

    void requireOpen() {
        if (isClosed()) {
            throw new IllegalStateException("the leases are closed");
        }
    }

    Stopwatch stopwatch() {
        return new Stopwatch(client.timer());
    }

    /** Destroys an instance, and waits until it is gone. */
    void destroy(String instanceUuid) {
        new InstanceDestroyer(this, instanceUuid, () -> false).run();
    }
}
