package io.gpucloud.client.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.gpucloud.client.InstanceStatus;

/** The state of an instance when the service sent its record. A record does not change; read the instance again to see a change. */
public sealed interface HasInstanceStatus permits Instance {

    /**
     * The status of the instance.
     *
     * @return the status, possibly one that this client does not know
     */
    InstanceStatus status();

    /**
     * Whether the instance was running.
     *
     * @return true for {@link InstanceStatus#RUNNING}
     */
    @JsonIgnore
    default boolean isRunning() {
        return status().known() == InstanceStatus.Known.RUNNING;
    }

    /**
     * Whether the instance was shut down.
     *
     * @return true for {@link InstanceStatus#SHUT_DOWN}
     */
    @JsonIgnore
    default boolean isShutDown() {
        return status().known() == InstanceStatus.Known.SHUT_DOWN;
    }
}
