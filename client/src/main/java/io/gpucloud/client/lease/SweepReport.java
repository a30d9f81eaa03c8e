package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.util.List;

/**
 * The instances that a sweep destroyed.
 *
 * @param destroyed the destroyed instances, which are no longer listed
 * @param skipped the instances that were found, and skipped when they were checked again
 * @param left the instances that could not be destroyed, or not be checked, each as an exception
 */
public record SweepReport(
        List<Instance> destroyed, List<SweepPreview.Skipped> skipped, List<InstanceNotDestroyedException> left) {}
