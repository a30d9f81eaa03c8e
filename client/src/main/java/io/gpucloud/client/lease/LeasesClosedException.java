package io.gpucloud.client.lease;

import org.jspecify.annotations.Nullable;

/**
 * A rental or another call needs {@link Leases} that are open. If a rental has created an instance, it is destroyed.
 */
public final class LeasesClosedException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception; the cause is what the rental failed with, or null. */
    public LeasesClosedException(@Nullable Throwable interrupted) {
        super("the leases are closed", interrupted);
    }
}
