package io.gpucloud.client.error;

import org.jspecify.annotations.Nullable;

/** The operation needs an API key and the client has none, or cannot get it. No request was sent without it. */
public final class MissingApiKeyException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /**
     * A missing key.
     *
     * @param failure the facts
     * @param cause why the supplier of the key has none, or null if it does not say or there is no supplier
     */
    public MissingApiKeyException(CallFailure failure, @Nullable Throwable cause) {
        super(
                "needs an API key, and " + (cause == null ? "the client has none" : "its supplier failed"),
                failure,
                cause);
    }

    /**
     * Whether there may be a key the next time, since this time the supplier failed: a store of secrets that is down, a file that is
     * being written.
     *
     * @return false if there is no supplier, or it has no key
     */
    public boolean mayPass() {
        return getCause() != null;
    }

    @Override
    public boolean isAccessDenied() {
        return !mayPass();
    }
}
