package io.gpucloud.client.error;

/**
 * The API key is invalid, expired or disabled (HTTP 401, code 2 or 401). The operation has not taken effect. The
 * request is sent again only if the supplier of the key returns another key.
 */
public final class AuthenticationException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public AuthenticationException(FailureDetails failure) {
        super(said(failure, "not logged in"), failure, null);
    }

    @Override
    public boolean isAccessDenied() {
        return true;
    }
}
