package io.gpucloud.client.error;

/**
 * The service does not know the path (HTTP 404, or code 404): the base address may be wrong. The request is not sent
 * again. A missing instance is an {@link OperationFailedException}.
 */
public final class PathNotFoundException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public PathNotFoundException(FailureDetails failure) {
        super(said(failure, "not found"), failure, null);
    }
}
