package io.gpucloud.client.lease;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.model.Instance;
import java.util.Set;

/** The statuses of instances that no longer run and will not run again by themselves. */
final class StoppedStatuses {

    private static final Set<InstanceStatus> STOPPED =
            Set.of(InstanceStatus.SHUTTING_DOWN, InstanceStatus.SHUT_DOWN, InstanceStatus.ENDED_ABNORMALLY);

    private StoppedStatuses() {}

    /** Whether an instance has one of these statuses. */
    static boolean include(Instance instance) {
        return STOPPED.contains(instance.status());
    }
}
