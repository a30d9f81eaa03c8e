package io.gpucloud.client.lease;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import org.jspecify.annotations.Nullable;

/** An instance could not be destroyed in time, or is still listed. <strong>It may continue to cost money.</strong> */
public final class InstanceNotDestroyedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final String instanceUuid;

    /**
     * Creates the exception. {@code cause}: the failure of the last destroy request, or null if it succeeded without
     * effect.
     */
    public InstanceNotDestroyedException(String instanceUuid, @Nullable GpuCloudException cause) {
        super(
                "instance " + instanceUuid + " may still be there" + (cause == null ? "" : ": " + cause.summary()),
                cause == null ? FailureDetails.of(ApiOperation.DESTROY_INSTANCE) : cause.failure(),
                cause);
        this.instanceUuid = instanceUuid;
    }

    /** {@return the identifier of the instance that was not destroyed} */
    public String instanceUuid() {
        return instanceUuid;
    }
}
