package io.gpucloud.client.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.gpucloud.client.InstanceStatus;

/**
 * The state of an instance when the service sent its record. A record does not change; read the instance again to see a
 * change.
 */
public sealed interface HasInstanceStatus permits Instance {

    /** {@return the status of the instance, possibly one that this client does not know} */
    InstanceStatus status();

    /** {@return whether the instance was running} */
    @JsonIgnore
    default boolean isRunning() {
        return status().equals(InstanceStatus.RUNNING);
    }

    /** {@return whether the instance was shut down} */
    @JsonIgnore
    default boolean isShutDown() {
        return status().equals(InstanceStatus.SHUT_DOWN);
    }
}
