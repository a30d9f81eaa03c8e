package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects what {@link Leases#recover} does with the instances of ended processes: destroy or adopt them.
 *
 * @param adoptFor the lifetime of adopted instances, or null to destroy all instances
 */
public record RecoveryOptions(@Nullable Duration adoptFor) {

    /**
     * Creates a recovery.
     *
     * @param adoptFor the lifetime of adopted instances, at least 5 minutes, or null to destroy all instances
     * @throws IllegalArgumentException if the lifetime is out of its range
     */
    public RecoveryOptions {
        if (adoptFor != null) {
            Preconditions.lifetime(adoptFor);
        }
    }

    /**
     * Destroys the instances.
     *
     * @return the recovery
     */
    public static RecoveryOptions destroy() {
        return new RecoveryOptions(null);
    }

    /**
     * Adopts the instances, as {@link Leases#adopt} does. Those that are shut down or shutting down cannot be adopted and are
     * destroyed.
     *
     * @param maxLifetime how long after now, or after the instance runs, the service is to shut an adopted instance down; at least 5
     *     minutes
     * @return the recovery
     * @throws IllegalArgumentException if the lifetime is out of its range
     */
    public static RecoveryOptions adopt(Duration maxLifetime) {
        Objects.requireNonNull(maxLifetime, "maxLifetime");
        return new RecoveryOptions(maxLifetime);
    }
}
