package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Finds old instances, and destroys them one after the other. */
final class Sweeper {

    /** Ownership of instances. One may be adopted between the listing and the last destruction. */
    interface Ownership {

        /** Whether an instance belongs to an open lease, or has done so since the sweep began. */
        boolean isLeased(String instanceUuid);

        /**
         * Prevents the adoption of an instance from now on. Returns false if it belongs to an open lease, or has done so since
         * the sweep began. Several sweeps may seize the same instance: each has to let it go.
         */
        boolean seize(String instanceUuid);

        /** Allows the adoption of an instance again after {@link #seize}. */
        void letGo(String instanceUuid);
    }

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final Ownership ownership;

    Sweeper(GpuCloudClient client, LeaseOptions options, Ownership ownership) {
        this.client = client;
        this.options = options;
        this.ownership = ownership;
    }

    SweepReport sweep(Sweep sweep) {
        Instant limit = client.timer().now().minus(sweep.olderThan());
        List<Instance> found = client.instances().list().stream()
                .filter(instance -> isOlder(instance, limit))
                .filter(instance -> !ownership.isLeased(instance.instanceUuid()))
                .filter(sweep.filter())
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
            if (ownership.seize(instance.instanceUuid())) {
                try {
                    new Destruction(client, options, instance.instanceUuid(), true).run();
                    destroyed.add(instance);
                } catch (InstanceNotDestroyedException failure) {
                    left.add(failure);
                } finally {
                    ownership.letGo(instance.instanceUuid());
                }
            }
        }
        return new SweepReport(found, destroyed, left);
    }
}
