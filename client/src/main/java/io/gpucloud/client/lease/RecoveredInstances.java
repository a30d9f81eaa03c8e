package io.gpucloud.client.lease;

import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Destroys, resumes or keeps the instances that a recovery finds, and remembers what it did. Boots and destructions run
 * on threads of their own, because none may delay the others.
 */
final class RecoveredInstances {

    private static final Logger LOG = LoggerFactory.getLogger(RecoveredInstances.class);

    private final LeaseContext context;
    private final RentalState state;
    private final Function<RecoverableInstance, RecoveryDecision> decisions;
    private final LeaseEvent.Type resumed;
    private final long begun;
    private final LeaseExecutor threads = LeaseExecutor.onThreads(LeaseExecutor::startThread);
    private final Map<String, CompletableFuture<@Nullable Void>> ends = new HashMap<>();
    private final Map<String, RecoveryDecision> settled = new HashMap<>();
    private final List<String> destroyed = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();
    private final List<InstanceLease> adopted = new ArrayList<>();
    private final Map<String, Instance> candidates = new LinkedHashMap<>();
    private final Map<String, RuntimeException> left = new LinkedHashMap<>();

    /** {@code resumed}: the event of an instance that has a lease again. */
    RecoveredInstances(
            LeaseContext context, Function<RecoverableInstance, RecoveryDecision> decisions, LeaseEvent.Type resumed) {
        this.context = context;
        this.resumed = resumed;
        this.decisions = decisions;
        state = context.state();
        begun = state.changes();
    }

    /**
     * Destroys, resumes or keeps an instance, unless a lease of this client has it, and then calls {@code over},
     * perhaps on another thread. Leaves what takes long if not {@code mayWait}.
     */
    void settle(Instance instance, Leased mine, boolean mayWait, Consumer<RecoveryDecision> over) {
        String instanceUuid = instance.instanceUuid();
        RecoveryDecision done = decision(instanceUuid);
        if (done != null) {
            over.accept(done);
            return;
        }
        if (context.isClosed() || isEnding(instanceUuid)) {
            return;
        }
        attempt(instanceUuid, () -> {
            RecoveryDecision decision = decide(instance, mine);
            boolean takesLong = decision == RecoveryDecision.DESTROY
                    || (decision == RecoveryDecision.RESUME && mine.endsAt() == null);
            if (takesLong && mayWait) {
                ends.put(
                        instanceUuid,
                        threads.run(() -> attempt(instanceUuid, () -> act(instance, mine, decision, over))));
            } else if (!takesLong) {
                act(instance, mine, decision, over);
            }
        });
    }

    private void act(Instance instance, Leased mine, RecoveryDecision decision, Consumer<RecoveryDecision> over) {
        LOG.info("instance {} was left by a process that ended: {}", mine.instanceUuid(), decision);
        switch (decision) {
            case DESTROY -> destroy(mine.instanceUuid());
            case KEEP -> keep(instance, mine);
            case RESUME -> resume(mine);
        }
        synchronized (this) {
            settled.put(mine.instanceUuid(), decision);
        }
        over.accept(decision);
    }

    private synchronized @Nullable RecoveryDecision decision(String instanceUuid) {
        return settled.get(instanceUuid);
    }

    /** Whether a thread destroys or boots the instance. */
    boolean isEnding(String instanceUuid) {
        CompletableFuture<@Nullable Void> end = ends.get(instanceUuid);
        return end != null && !end.isDone();
    }

    /** Waits until what this recovery has begun to destroy or to boot is settled. */
    void awaitEnds() {
        ends.values().forEach(CompletableFuture::join);
    }

    /** Returns whether the instance is gone, or leased by this client. */
    boolean destroyOwnerless(Instance instance) {
        LOG.warn("instance {} has no owner and is destroyed", instance.instanceUuid());
        return attempt(instance.instanceUuid(), () -> destroy(instance.instanceUuid()));
    }

    /** Returns whether the work succeeded. Otherwise, the instance is left. */
    private boolean attempt(String instanceUuid, Runnable work) {
        try {
            work.run();
            synchronized (this) {
                left.remove(instanceUuid);
            }
            return true;
        } catch (RuntimeException failure) {
            LOG.warn("instance {} is left for the next recovery: {}", instanceUuid, failure.getMessage());
            synchronized (this) {
                left.put(instanceUuid, failure);
            }
            return false;
        }
    }

    private RecoveryDecision decide(Instance instance, Leased mine) {
        Instant end = mine.endsAt();
        boolean over = end != null && !end.isAfter(context.client().timer().now());
        if (over || instance.status().isStopped()) {
            return RecoveryDecision.DESTROY;
        }
        boolean handedOver = mine.state() == Leased.State.HANDED_OVER;
        Map<String, String> data = Objects.requireNonNullElse(mine.data(), Map.of());
        return decisions.apply(new RecoverableInstance(instance, mine.terms().tag(), end, data, handedOver));
    }

    private void resume(Leased mine) {
        if (state.wasLeasedAfter(begun, mine.instanceUuid())) {
            return;
        }
        InstanceLease lease = new Rental(context, mine.terms(), new Cancellation()).resume(mine, resumed);
        String tag = lease.tag();
        if (tag != null && state.open().stream().anyMatch(other -> other != lease && tag.equals(other.tag()))) {
            LOG.warn("instance {} and another leased instance have the tag {}", lease.instanceUuid(), tag);
        }
        synchronized (this) {
            adopted.add(lease);
        }
    }

    private void keep(Instance instance, Leased mine) {
        // Otherwise others would destroy it.
        if (context.options().ownerTitles() && !InstanceTitle.isGiven(instance)) {
            context.client()
                    .instances()
                    .updateTitle(
                            mine.instanceUuid(),
                            InstanceTitle.ofRecord(context.options().owner(), mine.id()));
        }
        state.keep(mine.instanceUuid());
        synchronized (this) {
            kept.add(mine.instanceUuid());
        }
    }

    private void destroy(String instanceUuid) {
        state.whileSeized(begun, instanceUuid, () -> {
            new InstanceDestroyer(context, instanceUuid, context::isClosed).run();
            synchronized (this) {
                destroyed.add(instanceUuid);
            }
        });
    }

    /** The instance may belong to an ended process. */
    void addCandidate(Instance instance) {
        if (state.name(instance)) {
            LOG.warn("instance {} may have been left by a process that ended", instance.instanceUuid());
        }
        candidates.put(instance.instanceUuid(), instance);
    }

    /** {@code absent}: the owned instances that are not listed. */
    synchronized RecoveryReport report(List<String> absent, List<RecoveryReport.DamagedLine> damaged) {
        return new RecoveryReport(
                List.copyOf(destroyed),
                List.copyOf(adopted),
                List.copyOf(kept),
                List.copyOf(candidates.values()),
                absent,
                List.copyOf(left.values()),
                damaged);
    }
}
