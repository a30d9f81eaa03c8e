package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.Set;

/** One create request and the instances that were listed before it. Compared by identity. */
final class CreationAttempt {

    private final InstanceRequest request;
    private final Set<String> before;
    private final boolean allBefore;
    private final Instant since;
    private final Instant until;

    /**
     * Creates an attempt.
     *
     * @param before the identifiers of the instances listed before the attempt
     * @param allBefore whether that list was complete
     * @param since the earliest creation time of its instance
     * @param until the latest creation time
     */
    CreationAttempt(InstanceRequest request, Set<String> before, boolean allBefore, Instant since, Instant until) {
        this.request = request;
        this.before = Set.copyOf(before);
        this.allBefore = allBefore;
        this.since = since;
        this.until = until;
    }

    InstanceRequest request() {
        return request;
    }

    /** Whether an instance that was not listed before is certainly new. */
    boolean knowsAllBefore() {
        return allBefore;
    }

    boolean mayHaveMade(Instance instance) {
        return isNew(instance) && request.fits(instance);
    }

    /** Whether an instance was created at the time of this attempt, by its creation time. */
    boolean hasMade(Instance instance) {
        Instant created = instance.createTime();
        return mayHaveMade(instance) && created != null && !created.isAfter(until);
    }

    /** As {@link #mayHaveMade}, but not if the instance was certainly created later. */
    boolean mayHaveMadeInTime(Instance instance) {
        Instant created = instance.createTime();
        return mayHaveMade(instance) && (created == null || !created.isAfter(until));
    }

    /** Whether an instance is a candidate to report if the outcome of this attempt stays unknown. */
    boolean concerns(Instance instance) {
        return isNew(instance) && request.resembles(instance);
    }

    private boolean isNew(Instance instance) {
        Instant created = instance.createTime();
        return !before.contains(instance.instanceUuid()) && (created == null || !created.isBefore(since));
    }
}
