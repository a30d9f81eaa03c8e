package io.gpucloud.client.lease;

/** The effect of closing {@link Leases} on the instances of open leases. */
public enum OnClose {

    /** Destroys them. */
    DESTROY,

    /**
     * Hands running instances with a verified timer ahead over to the next start of the program: they run on under
     * their timer, and the next {@link Leases} with the same journal and owner get them back as open leases. All other
     * instances are destroyed.
     */
    HAND_OVER
}
