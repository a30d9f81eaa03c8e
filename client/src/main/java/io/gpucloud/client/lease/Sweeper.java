package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Finds old instances, and destroys them one after the other. */
final class Sweeper {

    private final GpuCloudClient client;
    private final LeaseOptions options;

    Sweeper(GpuCloudClient client, LeaseOptions options) {
        this.client = client;
        this.options = options;
    }

    SweepReport sweep(Sweep sweep, Predicate<Instance> ownerless) {
        Instant limit = client.clock().instant().minus(sweep.olderThan());
        List<Instance> found = client.instances().list().stream()
                .filter(instance -> isOlder(instance, limit))
                .filter(ownerless.and(sweep.filter()))
                .toList();
        return sweep.dryRun() ? new SweepReport(found, List.of(), List.of()) : destroy(found);
    }

    private static boolean isOlder(Instance instance, Instant limit) {
        Instant created = instance.createTime();
        return created != null && !created.isAfter(limit);
    }

    private SweepReport destroy(List<Instance> found) {
        List<Instance> destroyed = new ArrayList<>();
        List<InstanceNotDestroyedException> left = new ArrayList<>();
        for (Instance instance : found) {
            try {
                new Destruction(client, options, instance.instanceUuid(), true).run();
                destroyed.add(instance);
            } catch (InstanceNotDestroyedException failure) {
                left.add(failure);
            }
        }
        return new SweepReport(found, destroyed, left);
    }
}
