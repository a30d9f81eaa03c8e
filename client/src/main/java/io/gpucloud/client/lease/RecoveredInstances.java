package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
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
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Destroys, resumes or keeps the instances that a recovery finds, and remembers what it did. */
final class RecoveredInstances {

    private static final Logger LOG = LoggerFactory.getLogger(RecoveredInstances.class);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final Function<RecoverableInstance, RecoveryDecision> decisions;
    private final Function<Leased, InstanceLease> resumption;
    private final LeaseRegistry registry;
    private final BooleanSupplier stopped;
    private final long begun;
    private final Map<String, RecoveryDecision> settled = new HashMap<>();
    private final List<String> destroyed = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();
    private final List<InstanceLease> adopted = new ArrayList<>();
    private final Map<String, Instance> candidates = new LinkedHashMap<>();
    private final Map<String, RuntimeException> left = new LinkedHashMap<>();

    /** {@code stopped}: whether to recover no more instances, because the leases are closed. */
    RecoveredInstances(
            GpuCloudClient client,
            LeaseOptions options,
            Function<RecoverableInstance, RecoveryDecision> decisions,
            Function<Leased, InstanceLease> resumption,
            BooleanSupplier stopped) {
        this.client = client;
        this.options = options;
        this.decisions = decisions;
        this.resumption = resumption;
        registry = SharedLeaseState.of(client).registry();
        this.stopped = stopped;
        begun = registry.changes();
    }

    boolean isStopped() {
        return stopped.getAsBoolean();
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
        if (isStopped()) {
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
        boolean over = end != null && !end.isAfter(client.timer().now());
        if (over || instance.status().isStopped()) {
            return RecoveryDecision.DESTROY;
        }
        boolean handedOver = mine.state() == Leased.State.HANDED_OVER;
        RecoverableInstance found =
                new RecoverableInstance(instance, mine.terms().tag(), end, handedOver);
        return Objects.requireNonNull(decisions.apply(found), "decision");
    }

    private void resume(Leased mine) {
        if (registry.wasLeasedAfter(begun, mine.instanceUuid())) {
            return;
        }
        InstanceLease lease = resumption.apply(mine);
        LOG.info("instance {} is leased again until {}", lease.instanceUuid(), lease.endsAt());
        String tag = lease.tag();
        if (tag != null && registry.open().stream().anyMatch(other -> other != lease && tag.equals(other.tag()))) {
            LOG.warn("instance {} and another leased instance have the tag {}", lease.instanceUuid(), tag);
        }
        adopted.add(lease);
    }

    private void keep(Instance instance, Leased mine) {
        // Otherwise others would destroy it.
        if (options.ownerTitles() && !InstanceTitle.isGiven(instance)) {
            client.instances().updateTitle(mine.instanceUuid(), InstanceTitle.ofRecord(options.owner(), mine.id()));
        }
        kept.add(mine.instanceUuid());
    }

    private void destroy(String instanceUuid) {
        registry.whileSeized(begun, instanceUuid, () -> {
            new InstanceDestroyer(client, options, instanceUuid, stopped).run();
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
