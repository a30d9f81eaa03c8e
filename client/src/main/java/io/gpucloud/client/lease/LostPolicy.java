package io.gpucloud.client.lease;

/** The reaction of a lease to an instance that was shut down or is gone without this program. */
public enum LostPolicy {

    /** Destroys what is left of the instance. The lease ends, and its tag can be rented again. */
    DESTROY,

    /**
     * Keeps an instance that was shut down, for example to start it again. Its tag stays in use until
     * {@link InstanceLease#close()} destroys it or {@link InstanceLease#keep()} gives it to the caller.
     */
    KEEP
}
