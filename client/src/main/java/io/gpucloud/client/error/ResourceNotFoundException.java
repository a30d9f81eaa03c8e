package io.gpucloud.client.error;

/**
 * HTTP 404, or code 404: the instance or image does not exist, or the service does not know the path, because the base
 * URL is wrong. The request is not sent again. The documented failures of a missing instance or image have other codes:
 * see {@link OperationFailedException}; {@code updateTitle} throws {@link BadRequestException}.
 */
public final class ResourceNotFoundException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public ResourceNotFoundException(FailureDetails failure) {
        super(said(failure, "the instance or image does not exist, or the path is wrong"), failure, null);
    }
}
