package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.SweepPreview.Reason;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import java.time.Instant;
import java.util.Optional;

/** Decides which instances a sweep may destroy. */
final class SweepRules {

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final LeaseRegistry registry;
    private final CreationTracker tracker;
    private final SweepCriteria criteria;
    private final Instant limit;
    private final long begun;

    SweepRules(GpuCloudClient client, LeaseOptions options, SharedLeaseState shared, SweepCriteria criteria) {
        this.client = client;
        this.options = options;
        registry = shared.registry();
        tracker = shared.tracker();
        this.criteria = criteria;
        limit = client.timer().now().minus(criteria.olderThan());
        begun = registry.changes();
    }

    /** Whether an instance has the age and passes the filter. */
    boolean matches(Instance instance) {
        Instant created = instance.createTime();
        return created != null && !created.isAfter(limit) && criteria.filter().test(instance);
    }

    /** Why an instance must not be destroyed although it matches, or empty if it may be. */
    Optional<Reason> reasonToSkip(Instance instance) {
        if (registry.wasLeasedAfter(begun, instance.instanceUuid())) {
            return Optional.of(Reason.LEASED);
        }
        if (tracker.mayBeMaking(instance)) {
            return Optional.of(Reason.BEING_CREATED);
        }
        if (!criteria.otherOwners() && !InstanceTitle.isOwnedBy(options.owner(), instance.title())) {
            return Optional.of(Reason.OTHER_OWNER);
        }
        return criteria.timed() || !hasTimerAhead(instance) ? Optional.empty() : Optional.of(Reason.TIMED);
    }

    /** Prevents the adoption of an instance. Returns false if it belongs to a lease, or belonged to one since the sweep began. */
    boolean seize(String instanceUuid) {
        return registry.seize(begun, instanceUuid);
    }

    /** Allows the adoption of an instance again after {@link #seize}. */
    void letGo(String instanceUuid) {
        registry.letGo(instanceUuid);
    }

    /** Returns true if the shutdown timer is in the future, or if the list does not show that it is over. */
    private boolean hasTimerAhead(Instance instance) {
        ShutdownRegular timer = instance.shutdownRegular();
        if (timer == null || Boolean.FALSE.equals(timer.enable())) {
            return false;
        }
        Instant moment = timer.shutdownTime();
        if (moment == null) {
            return Boolean.TRUE.equals(timer.enable());
        }
        // A smaller value may be a number of minutes, so the timer may still run.
        return moment.getEpochSecond() < Preconditions.FIRST_TIMESTAMP
                || moment.isAfter(client.timer().now().minus(options.clockTolerance()));
    }
}
