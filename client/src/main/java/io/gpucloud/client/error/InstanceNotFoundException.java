package io.gpucloud.client.error;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;

/**
 * The instance is not in the list of instances. It was destroyed, belongs to another account, or never existed. It may
 * exist if {@link io.gpucloud.client.Listing#provesAbsence()} of the list is false.
 */
public final class InstanceNotFoundException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final String instanceUuid;

    /** Creates the exception. */
    public InstanceNotFoundException(String instanceUuid) {
        super(
                "instance " + quote(instanceUuid) + " is not listed",
                FailureDetails.of(ApiOperation.LIST_INSTANCES).answered(200, ResultCode.SUCCESS, null),
                null);
        this.instanceUuid = instanceUuid;
    }

    /** {@return the identifier of the missing instance} */
    public String instanceUuid() {
        return instanceUuid;
    }
}
