package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.JournalRecord.Owned;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Destroys, resumes or keeps the instances that a recovery finds. */
final class RecoveredInstances {

    private static final Logger LOG = LoggerFactory.getLogger(RecoveredInstances.class);

    /** Leases an instance again. */
    interface Resumption {

        /** {@code lifetime}: of the new timer, or null to keep the timer. */
        InstanceLease resume(Owned mine, @Nullable Duration lifetime);
    }

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final RecoveryOptions recovery;
    private final Resumption resumption;
    private final LeaseRegistry registry;
    private final BooleanSupplier stopped;
    private final long begun;
    private final List<String> destroyed = new ArrayList<>();
    private final List<InstanceLease> adopted = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();

    RecoveredInstances(
            GpuCloudClient client,
            LeaseOptions options,
            RecoveryOptions recovery,
            Resumption resumption,
            LeaseRegistry registry,
            BooleanSupplier stopped) {
        this.client = client;
        this.options = options;
        this.recovery = recovery;
        this.resumption = resumption;
        this.registry = registry;
        this.stopped = stopped;
        begun = registry.changes();
    }

    /** Whether to recover no more instances, because the leases are closed. */
    boolean isStopped() {
        return stopped.getAsBoolean();
    }

    /**
     * Returns what was done. Does nothing if a lease of this client owns the instance.
     *
     * @throws RuntimeException if the instance is neither destroyed nor leased nor kept
     */
    RecoveryDecision settle(Instance instance, Owned mine) {
        RecoveryDecision decision = decide(instance, mine);
        String instanceUuid = instance.instanceUuid();
        switch (decision) {
            case DESTROY -> destroy(instanceUuid);
            case KEEP -> kept.add(instanceUuid);
            case RESUME -> resume(mine);
        }
        return decision;
    }

    private RecoveryDecision decide(Instance instance, Owned mine) {
        Instant end = recovery.adoptFor() == null ? mine.endsAt() : null;
        boolean over = end != null && !end.isAfter(client.timer().now());
        return over || StoppedStatuses.include(instance)
                ? RecoveryDecision.DESTROY
                : recovery.decide(
                        new RecoverableInstance(instance, mine.terms().tag(), mine.endsAt(), mine.handedOver()));
    }

    private void resume(Owned mine) {
        if (registry.wasLeasedAfter(begun, mine.instanceUuid())) {
            return;
        }
        InstanceLease lease = resumption.resume(mine, recovery.adoptFor());
        LOG.info("instance {} is leased again until {}", lease.instanceUuid(), lease.endsAt());
        String tag = lease.tag();
        if (tag != null && adopted.stream().anyMatch(other -> tag.equals(other.tag()))) {
            LOG.warn("several recovered instances have the tag {}", tag);
        }
        adopted.add(lease);
    }

    private void destroy(String instanceUuid) {
        if (!registry.seize(begun, instanceUuid)) {
            return;
        }
        try {
            new InstanceDestroyer(client, options, instanceUuid).run();
            destroyed.add(instanceUuid);
        } finally {
            registry.letGo(instanceUuid);
        }
    }

    List<String> destroyed() {
        return destroyed;
    }

    List<String> kept() {
        return kept;
    }

    List<InstanceLease> adopted() {
        return adopted;
    }
}
