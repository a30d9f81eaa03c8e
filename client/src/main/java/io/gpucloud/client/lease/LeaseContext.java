package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.model.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that all rentals of one {@link Leases} share, and what each of them does with a list.
 *
 * @param unreported failures that no caller has got yet, because the future of a cancelled rental cannot report them
 * @param named the identifiers of instances that may cost money although no lease has them, and that no caller knows
 */
record LeaseContext(
        GpuCloudClient client,
        LeaseOptions options,
        ClientLeases shared,
        SharedLedger ledger,
        LeaseExecutor executor,
        Upkeep upkeep,
        Upkeep.Task watching,
        AtomicBoolean closed,
        Queue<CreationOutcomeUnknownException> unreported,
        Set<String> named) {

    private static final Logger LOG = LoggerFactory.getLogger(LeaseContext.class);

    /** @throws LeaseJournalException if the journal cannot be created */
    static LeaseContext of(GpuCloudClient client, LeaseOptions chosen) {
        LeaseOptions options = JournalFolder.locate(chosen, client);
        ClientLeases shared = ClientLeases.of(client);
        LeaseExecutor executor = LeaseExecutor.on(client.executor(), LeaseExecutor::startThread);
        AtomicBoolean closed = new AtomicBoolean();
        Upkeep upkeep = new Upkeep(client.timer(), WaitTimer.system(), executor, closed);
        LeaseContext[] context = new LeaseContext[1];
        context[0] = new LeaseContext(
                client,
                options,
                shared,
                new SharedLedger(shared, options),
                executor,
                upkeep,
                upkeep.task(() -> Keeper.watch(context[0])),
                closed,
                new ConcurrentLinkedQueue<>(),
                ConcurrentHashMap.newKeySet());
        return context[0];
    }

    /** Looks at the instances after the interval of the options. */
    void watch() {
        if (!options.watchInterval().isZero()) {
            watching.in(options.watchInterval());
        }
    }

    /** The name in the titles of instances. */
    String owner() {
        return Objects.requireNonNull(options.owner());
    }

    LeaseClock clock() {
        return shared.clock;
    }

    Stopwatch stopwatch() {
        return clock().stopwatch();
    }

    /** A client that sends each request once. */
    GpuCloudClient once() {
        return client.withOptions(changed -> changed.maxAttempts(1));
    }

    /**
     * Reads a list, and has the ledger decide. Records of instances to destroy are {@linkplain LeaseState#ENDING
     * ending}.
     */
    List<Decision> look() {
        return look(client);
    }

    List<Decision> look(GpuCloudClient reading) {
        Listing<Instance> listed = reading.instances().list();
        List<Decision> decisions = ledger.observe(listed);
        carryOut(listed, decisions);
        return decisions;
    }

    /** Tells leases and log what a list has shown. */
    void carryOut(Listing<Instance> listed, List<Decision> decisions) {
        for (Instance instance : listed) {
            shared.leases()
                    .filter(lease -> lease.instanceUuid().equals(instance.instanceUuid()))
                    .forEach(lease -> lease.seen(instance));
        }
        for (Decision decision : decisions) {
            LeaseRecord record = decision.record();
            Rental rental = shared.rental(record).orElse(null);
            switch (decision.kind()) {
                case LOST -> {
                    if (rental != null) {
                        rental.lost();
                    }
                }
                case NAME -> {
                    Instance instance = Objects.requireNonNull(decision.instance());
                    if (rental == null && record.isLeft()) {
                        LOG.warn("instance {} may have been left by a process that ended", instance.instanceUuid());
                    } else if (rental == null) {
                        // A rental that searches names its candidates itself.
                        LOG.error("instance {} may be one that no lease owns, and cost money", instance.instanceUuid());
                        named.add(instance.instanceUuid());
                    }
                }
                case ABSENT -> {
                    if (rental == null && record.state() == LeaseState.IN_DOUBT && !record.isAbandoned()) {
                        ledger.with(known -> {
                            LeaseRecord latest = known.get(record.nonce());
                            return latest.state() == LeaseState.IN_DOUBT ? known.abandon(latest.nonce()) : latest;
                        });
                    }
                }
                case OURS, DESTROY, UNDECIDED, LEFT -> {}
            }
        }
    }

    /** The create requests of the instances are not known any more, or are those of an earlier process. */
    static CreationOutcomeUnknownException unknown(List<Instance> doubtful) {
        FailureDetails facts =
                FailureDetails.of(ApiOperation.CREATE_INSTANCE_BY_POD).withMayHaveTakenEffect(true);
        String summary = "instances of create requests without a known outcome "
                + (doubtful.isEmpty()
                        ? "may exist, and the list could not be read"
                        : "may be "
                                + doubtful.stream().map(Instance::instanceUuid).toList());
        return new CreationOutcomeUnknownException(
                summary, doubtful, new TransportException(summary, facts, true, null));
    }

    /** Destroys the instance of a record that is ending, and waits until it is gone. */
    void destroy(LeaseRecord ending, BooleanSupplier stopped) {
        new InstanceDestroyer(this, ending, stopped).run();
    }

    /**
     * Destroys instances that lists have shown to be ours although no lease has them, overdue instances, and the rest
     * of lost ones. Returns those that could not be destroyed.
     */
    List<InstanceNotDestroyedException> destroyEnding() {
        List<Runnable> works = new ArrayList<>();
        shared.leases()
                .filter(lease -> lease.mustEnd() && !lease.closesOnThisThread())
                .forEach(lease -> works.add(lease::close));
        for (LeaseRecord record : ledger.with(Ledger::mine)) {
            // A recovery destroys what an ended process has left.
            boolean isWaiting = record.state() == LeaseState.ENDING
                    && !record.isLeft()
                    && shared.rental(record).isEmpty()
                    && !shared.destroying.contains(record.nonce());
            if (isWaiting) {
                works.add(() -> {
                    LOG.warn("instance {} belongs to no lease, and is destroyed", record.instanceUuid());
                    destroy(record, () -> false);
                });
            }
        }
        LeaseExecutor threads = works.size() == 1
                ? new LeaseExecutor(Runnable::run)
                : LeaseExecutor.onThreads(LeaseExecutor::startThread);
        List<CompletableFuture<@Nullable Void>> ends =
                works.stream().map(threads::run).toList();
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        for (CompletableFuture<@Nullable Void> end : ends) {
            try {
                end.join();
            } catch (CompletionException failure) {
                if (failure.getCause() instanceof InstanceNotDestroyedException undone) {
                    left.add(undone);
                } else {
                    LOG.warn("instances that no lease owns may be left: {}", failure.getMessage());
                }
            }
        }
        return left;
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

    /** The journal keeps what is in doubt, so that the search does not delay the end of the program. */
    boolean isLeftToTheNextStart() {
        return isClosed() && options.journal() != null;
    }

    void requireOpen() {
        if (isClosed()) {
            throw new LeasesClosedException(null);
        }
    }
}
