package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import java.util.Map;
import java.util.WeakHashMap;

/** The state that all {@link Leases} of one client share. */
record SharedLeaseState(CreationTracker tracker, LeaseRegistry registry, RenameUnsupportedWarning renameWarning) {

    /** An entry stays as long as the client has open leases, which refer to the client. */
    private static final Map<GpuCloudClient, SharedLeaseState> STATES = new WeakHashMap<>();

    /** The state of a client and of all clients derived from it. */
    static SharedLeaseState of(GpuCloudClient client) {
        synchronized (STATES) {
            return STATES.computeIfAbsent(
                    client.original(),
                    absent -> new SharedLeaseState(
                            new CreationTracker(), new LeaseRegistry(), new RenameUnsupportedWarning()));
        }
    }
}
