package io.gpucloud.client.error;

/**
 * The operation failed (code -1), for example because the instance is missing or its state does not allow it. The
 * operation has not taken effect, and the request is not sent again.
 */
public final class OperationFailedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public OperationFailedException(FailureDetails failure) {
        super(said(failure, "the operation failed"), failure, null);
    }
}
