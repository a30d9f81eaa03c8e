package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * The criteria of a sweep: which instances it finds. It never finds instances of open leases of its client, instances
 * that a create request in progress may have created, or instances without a creation time.
 *
 * <p>By default it also skips instances that another program may use: those with a shutdown timer in the future, and
 * those whose title does not begin with the {@link LeaseOptions#owner()} of the leases.
 *
 * @param olderThan the minimum age of an instance, by the timer of the client; positive. Choose it longer than your
 *     instances take to boot: an instance that boots has no timer yet
 * @param filter which instances, for example by GPU model
 * @param timed whether to find instances with a shutdown timer in the future
 * @param otherOwners whether to find instances of other owners, and instances whose owner is unknown
 */
public record SweepCriteria(Duration olderThan, Predicate<Instance> filter, boolean timed, boolean otherOwners) {

    /**
     * Creates the criteria of a sweep.
     *
     * @throws IllegalArgumentException if the time is not positive
     */
    public SweepCriteria {
        Preconditions.positive(olderThan, "olderThan");
        Objects.requireNonNull(filter, "filter");
    }

    /**
     * Finds old instances without a shutdown timer in the future, whose title begins with the owner of the leases.
     *
     * @throws IllegalArgumentException if the time is not positive
     */
    public static SweepCriteria olderThan(Duration olderThan) {
        return new SweepCriteria(olderThan, any -> true, false, false);
    }

    /** Adds a filter. All filters must match. */
    public SweepCriteria matching(Predicate<Instance> filter) {
        Objects.requireNonNull(filter, "filter");
        Predicate<Instance> both = instance -> this.filter.test(instance) && filter.test(instance);
        return new SweepCriteria(olderThan, both, timed, otherOwners);
    }

    /** Includes instances with a shutdown timer in the future. <strong>Another program may use them.</strong> */
    public SweepCriteria includeTimed() {
        return new SweepCriteria(olderThan, filter, true, otherOwners);
    }

    /**
     * Includes instances of other owners, and instances whose title names no owner, such as those that could not be
     * renamed. <strong>Another program may use them.</strong>
     */
    public SweepCriteria includeOtherOwners() {
        return new SweepCriteria(olderThan, filter, timed, true);
    }
}
