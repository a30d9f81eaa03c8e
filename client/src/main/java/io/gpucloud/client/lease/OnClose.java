package io.gpucloud.client.lease;

/** The effect of closing {@link Leases} on the instances of open leases. */
public enum OnClose {

    /** Destroys them. */
    DESTROY,

    /**
     * Hands instances over to the next start of the program: those that run with a verified timer ahead run on under
     * it, and those that boot go on booting. The next {@link Leases} with the same journal and owner get them back as
     * open leases. All other instances are destroyed, also those whose rental was cancelled.
     *
     * <p>A service may reject the timer of an instance that boots. Then only the next start ends it.
     */
    HAND_OVER
}
