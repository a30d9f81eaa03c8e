package io.gpucloud.client.lease;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.CallFailure;
import io.gpucloud.client.error.GpuCloudException;
import org.jspecify.annotations.Nullable;

/** An instance could not be destroyed, or not be seen gone, in time. <strong>It may go on costing money.</strong> */
public final class InstanceNotDestroyedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final String instanceUuid;

    /**
     * An instance that is left.
     *
     * @param instanceUuid the instance
     * @param cause what was answered last, or null if it was a success that had no effect
     */
    public InstanceNotDestroyedException(String instanceUuid, @Nullable GpuCloudException cause) {
        super(
                "instance " + instanceUuid + " may still be there" + (cause == null ? "" : ": " + cause.summary()),
                cause == null ? CallFailure.of(ApiOperation.DESTROY_INSTANCE) : cause.failure(),
                cause);
        this.instanceUuid = instanceUuid;
    }

    /**
     * The instance that is left.
     *
     * @return its identifier
     */
    public String instanceUuid() {
        return instanceUuid;
    }
}
