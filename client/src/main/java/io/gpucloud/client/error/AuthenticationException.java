package io.gpucloud.client.error;

/**
 * The API key is invalid, expired or disabled (HTTP 401, code 2). Nothing has happened. It is not repeated, unless the
 * supplier of the key has another one.
 */
public final class AuthenticationException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /**
     * A refused key.
     *
     * @param failure the facts
     */
    public AuthenticationException(CallFailure failure) {
        super(said(failure, "not logged in"), failure, null);
    }

    @Override
    public boolean isAccessDenied() {
        return true;
    }
}
