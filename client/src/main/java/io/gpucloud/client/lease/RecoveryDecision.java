package io.gpucloud.client.lease;

/** The decision of a recovery about an instance of an ended process. */
public enum RecoveryDecision {

    /**
     * Leases the instance again, with the tag and the shutdown timer that it has. Only an instance that has no timer
     * yet gets one, with the lifetime of its plan.
     */
    RESUME,

    /** Destroys the instance. */
    DESTROY,

    /** Leaves the instance to you, as {@link InstanceLease#keep()} does. */
    KEEP
}
