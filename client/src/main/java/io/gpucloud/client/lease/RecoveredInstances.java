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
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Destroys, resumes or keeps the instances that a recovery finds, and remembers what it did. */
final class RecoveredInstances {

    private static final Logger LOG = LoggerFactory.getLogger(RecoveredInstances.class);

    private final LeaseContext context;
    private final RentalState state;
    private final Function<RecoverableInstance, RecoveryDecision> decisions;
    private final long begun;
    private final Map<String, RecoveryDecision> settled = new HashMap<>();
    private final List<String> destroyed = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();
    private final List<InstanceLease> adopted = new ArrayList<>();
    private final Map<String, Instance> candidates = new LinkedHashMap<>();
    private final Map<String, RuntimeException> left = new LinkedHashMap<>();

    RecoveredInstances(LeaseContext context, Function<RecoverableInstance, RecoveryDecision> decisions) {
        this.context = context;
        this.decisions = decisions;
        state = context.state();
        begun = state.changes();
    }

    /**
     * Destroys, resumes or keeps an instance, unless a lease of this client has it. Leaves what takes long if not
     * {@code mayWait}.
     */
    Optional<RecoveryDecision> settle(Instance instance, Leased mine, boolean mayWait) {
        return settle(instance.instanceUuid(), () -> {
            RecoveryDecision decision = decide(instance, mine);
            if (!mayWait && (decision == RecoveryDecision.DESTROY || mine.endsAt() == null)) {
                return Optional.empty();
            }
            LOG.info("instance {} was left by a process that ended: {}", mine.instanceUuid(), decision);
            switch (decision) {
                case DESTROY -> destroy(mine.instanceUuid());
                case KEEP -> keep(instance, mine);
                case RESUME -> resume(mine);
            }
            return Optional.of(decision);
        });
    }

    /** Returns whether the instance is gone, or leased by this client. */
    boolean destroyOwnerless(Instance instance) {
        return settle(instance.instanceUuid(), () -> {
                    LOG.warn("instance {} has no owner and is destroyed", instance.instanceUuid());
                    destroy(instance.instanceUuid());
                    return Optional.of(RecoveryDecision.DESTROY);
                })
                .isPresent();
    }

    /**
     * Does the work once, even if several records name the instance. Empty if it failed or has to wait, or the recovery
     * is stopped.
     */
    private Optional<RecoveryDecision> settle(String instanceUuid, Supplier<Optional<RecoveryDecision>> work) {
        if (context.isClosed()) {
            return Optional.empty();
        }
        try {
            Optional<RecoveryDecision> decision =
                    Optional.ofNullable(settled.get(instanceUuid)).or(work);
            decision.ifPresent(done -> settled.put(instanceUuid, done));
            left.remove(instanceUuid);
            return decision;
        } catch (RuntimeException failure) {
            LOG.warn("instance {} is left for the next recovery: {}", instanceUuid, failure.getMessage());
            left.put(instanceUuid, failure);
            return Optional.empty();
        }
    }

    private RecoveryDecision decide(Instance instance, Leased mine) {
        Instant end = mine.endsAt();
        boolean over = end != null && !end.isAfter(context.client().timer().now());
        if (over || instance.status().isStopped()) {
            return RecoveryDecision.DESTROY;
        }
        boolean handedOver = mine.state() == Leased.State.HANDED_OVER;
        RecoverableInstance found =
                new RecoverableInstance(instance, mine.terms().tag(), end, handedOver);
        return Objects.requireNonNull(decisions.apply(found), "decision");
    }

    private void resume(Leased mine) {
        if (state.wasLeasedAfter(begun, mine.instanceUuid())) {
            return;
        }
        InstanceLease lease = new Rental(context, mine.terms(), new Cancellation()).resume(mine);
        LOG.info("instance {} is leased again until {}", lease.instanceUuid(), lease.endsAt());
        String tag = lease.tag();
        if (tag != null && state.open().stream().anyMatch(other -> other != lease && tag.equals(other.tag()))) {
            LOG.warn("instance {} and another leased instance have the tag {}", lease.instanceUuid(), tag);
        }
        adopted.add(lease);
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
        kept.add(mine.instanceUuid());
    }

    private void destroy(String instanceUuid) {
        state.whileSeized(begun, instanceUuid, () -> {
            new InstanceDestroyer(context, instanceUuid, context::isClosed).run();
            destroyed.add(instanceUuid);
        });
    }

    /** The instance may belong to an ended process. */
    void addCandidate(Instance instance) {
        LOG.warn("instance {} may have been left by a process that ended", instance.instanceUuid());
        candidates.put(instance.instanceUuid(), instance);
    }

    /** {@code absent}: the owned instances that are not listed. */
    RecoveryReport report(List<String> absent, List<RecoveryReport.DamagedLine> damaged) {
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
