package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The criteria of a sweep: instances that are old, by the timer of the client, and match a filter. An instance without a creation
 * time is never swept. An instance belongs to a lease only after the response to its create request, so choose {@code olderThan}
 * longer than a call may take.
 *
 * @param olderThan how long ago an instance was created at least, positive
 * @param filter which instances, for example by title; it should know yours from those of others
 * @param dryRun whether to find them only
 */
public record Sweep(Duration olderThan, Predicate<Instance> filter, boolean dryRun) {

    /**
     * Takes a sweep.
     *
     * @param olderThan how long ago an instance was created at least
     * @param filter which instances
     * @param dryRun whether to find them only
     * @throws IllegalArgumentException if the time is not positive
     */
    public Sweep {
        Preconditions.positive(olderThan, "olderThan");
    }

    /**
     * A dry run.
     *
     * @param olderThan how long ago an instance was created at least, positive
     * @param filter which instances
     * @return a sweep that destroys nothing
     * @throws IllegalArgumentException if the time is not positive
     */
    public static Sweep dryRun(Duration olderThan, Predicate<Instance> filter) {
        return new Sweep(olderThan, filter, true);
    }

    /**
     * The same, and no dry run.
     *
     * @return a sweep that <strong>destroys what it finds</strong>
     */
    public Sweep destroying() {
        return new Sweep(olderThan, filter, false);
    }
}
