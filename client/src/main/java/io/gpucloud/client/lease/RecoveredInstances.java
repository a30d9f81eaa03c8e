package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

/** Destroys or adopts the instances that a recovery finds. */
final class RecoveredInstances {

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final RecoveryOptions recovery;
    private final BiFunction<String, Duration, InstanceLease> adoption;
    private final LeaseRegistry registry;
    private final BooleanSupplier stopped;
    private final long begun;
    private final List<String> destroyed = new ArrayList<>();
    private final List<InstanceLease> adopted = new ArrayList<>();

    RecoveredInstances(
            GpuCloudClient client,
            LeaseOptions options,
            RecoveryOptions recovery,
            BiFunction<String, Duration, InstanceLease> adoption,
            LeaseRegistry registry,
            BooleanSupplier stopped) {
        this.client = client;
        this.options = options;
        this.recovery = recovery;
        this.adoption = adoption;
        this.registry = registry;
        this.stopped = stopped;
        begun = registry.changes();
    }

    /** Whether to recover no more instances, because the leases are closed. */
    boolean isStopped() {
        return stopped.getAsBoolean();
    }

    /** Throws if the instance is neither destroyed nor adopted. Does nothing if a lease of this client owns it. */
    void settle(Instance instance) {
        Duration lifetime = recovery.adoptFor();
        if (lifetime == null || StoppedStatuses.include(instance)) {
            destroy(instance.instanceUuid());
        } else if (!registry.wasLeasedAfter(begun, instance.instanceUuid())) {
            adopted.add(adoption.apply(instance.instanceUuid(), lifetime));
        }
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

    List<InstanceLease> adopted() {
        return adopted;
    }
}
