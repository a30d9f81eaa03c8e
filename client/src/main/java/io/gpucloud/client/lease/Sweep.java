package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Which instances to sweep: those that were created long ago, by the clock of the client, and match a filter. An instance that
 * does not tell when it was created is never swept. What is being created at this moment is nobody's lease before its answer has
 * come, so a time shorter than a call may take can find it.
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
        Require.positive(olderThan, "olderThan");
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
