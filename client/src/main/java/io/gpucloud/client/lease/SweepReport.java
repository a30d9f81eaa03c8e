package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.util.List;

/**
 * The instances that a sweep found and destroyed.
 *
 * @param found what matched, as it was listed
 * @param destroyed which of them were destroyed and seen gone; none in a dry run, and none that were adopted meanwhile
 * @param left which of them could not be destroyed, each as an exception; none in a dry run
 */
public record SweepReport(List<Instance> found, List<Instance> destroyed, List<InstanceNotDestroyedException> left) {

    /**
     * Takes a report.
     *
     * @param found what matched
     * @param destroyed what was destroyed
     * @param left what could not be destroyed
     */
    public SweepReport {
        found = List.copyOf(found);
        destroyed = List.copyOf(destroyed);
        left = List.copyOf(left);
    }
}
