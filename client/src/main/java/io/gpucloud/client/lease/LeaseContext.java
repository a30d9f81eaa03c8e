package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that all rentals of one {@link Leases} share.
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
        Upkeep upkeep,
        Upkeep.Task watching,
        UnnamedInstances unnamed,
        AtomicBoolean closed,
        Queue<CreationOutcomeUnknownException> unreported) {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseContext.class);

    /** @throws LeaseJournalException if the journal cannot be created */
    static LeaseContext of(GpuCloudClient client, LeaseOptions options) {
        JournalAccess.require(options.journal(), options.allowGroupJournal());
        LeaseExecutor executor = LeaseExecutor.on(client.executor(), LeaseExecutor::startThread);
        SpendingLimits limits = SpendingLimits.of(options, client.timer());
        AtomicBoolean closed = new AtomicBoolean();
        Upkeep upkeep = new Upkeep(client.timer(), executor, closed);
        LeaseContext[] context = new LeaseContext[1];
        context[0] = new LeaseContext(
                client,
                options,
                RentalState.of(client),
                LeaseJournal.open(options.journal(), limits::observe),
                limits,
                executor,
                upkeep,
                upkeep.task(() -> LeaseWatch.look(context[0])),
                new UnnamedInstances(options),
                closed,
                new ConcurrentLinkedQueue<>());
        return context[0];
    }

    /** Looks at the instances after the interval of the options. */
    void watch() {
        if (!options.watchInterval().isZero()) {
            watching.in(options.watchInterval());
        }
    }

    /** Passes an event to all listeners. */
    void publish(LeaseEvent event) {
        for (LeaseListener listener : options.listeners()) {
            try {
                listener.onEvent(event);
            } catch (RuntimeException failure) {
                LOG.warn("a listener failed at {} of {}", event.type(), event.title(), failure);
            }
        }
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

    /** The time by the timer of the client. */
    Duration elapsed() {
        return client.timer().elapsed();
    }

    /**
     * Whether an instance that an attempt may have made is certainly ours, or one that the options allow to destroy:
     * new for the only user of the account, or {@code ownerless} where every instance has an owner in its title.
     * Callers that know the candidates of an attempt decide themselves.
     */
    boolean isOurs(CreationAttempt attempt, Instance instance, boolean ownerless) {
        boolean proven = attempt.hasNonceOf(instance)
                || (options.soleUser() && attempt.knowsAllBefore())
                || (ownerless && titlesTell());
        return proven && !attempt.creating().reported();
    }

    /** Whether an instance that stays without a title has no owner. */
    boolean titlesTell() {
        return options.ownerTitles() && !state.titlesRejected;
    }

    /** Destroys an instance, and waits until it is gone. Returns false if it was gone before. */
    boolean destroy(String instanceUuid) {
        return new InstanceDestroyer(this, instanceUuid, () -> false).run();
    }
}
