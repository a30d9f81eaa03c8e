package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The state that all {@link Leases} of one client share. {@code renameWarned}: whether the log says that instances cannot be renamed. */
record SharedLeaseState(CreationTracker tracker, LeaseRegistry registry, AtomicBoolean renameWarned) {

    /** An entry stays as long as the client has open leases, which refer to the client. */
    private static final Map<GpuCloudClient, SharedLeaseState> STATES = new WeakHashMap<>();

    /** The state of a client and of all clients derived from it. */
    static SharedLeaseState of(GpuCloudClient client) {
        synchronized (STATES) {
            return STATES.computeIfAbsent(
                    client.original(),
                    absent -> new SharedLeaseState(new CreationTracker(), new LeaseRegistry(), new AtomicBoolean()));
        }
    }
}
