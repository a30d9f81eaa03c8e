package io.gpucloud.client.error;

/**
 * The API key may not do this (HTTP 403, or code 403). The operation has not taken effect, and the request is not sent
 * again.
 */
public final class PermissionDeniedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public PermissionDeniedException(FailureDetails failure) {
        super(said(failure, "no permission"), failure, null);
    }

    @Override
    public boolean isAccessDenied() {
        return true;
    }
}
