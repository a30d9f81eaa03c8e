package io.gpucloud.client.lease;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.model.Instance;
import java.util.Set;

/** An instance that belongs to a lease, and its record in the journal. */
record OwnedInstance(Instance instance, Leased record) {

    private static final Set<InstanceStatus> STOPPED =
            Set.of(InstanceStatus.SHUTTING_DOWN, InstanceStatus.SHUT_DOWN, InstanceStatus.ENDED_ABNORMALLY);

    /** Whether an instance no longer runs and will not run again by itself. */
    static boolean isStopped(Instance instance) {
        return STOPPED.contains(instance.status());
    }
}
