package io.gpucloud.client.error;

import org.jspecify.annotations.Nullable;

/** The operation needs an API key and the client has none, or cannot get it. No request was sent without it. */
public final class MissingApiKeyException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private static final String SET_IT = "Set the environment variable GPU_CLOUD_API_KEY or the system property"
            + " gpucloud.api-key for fromEnv(), the property gpu-cloud.api-key with Spring Boot, or apiKey(..) of the"
            + " builder";

    private static final String REPAIR_IT =
            "Look at the cause, and at the file or supplier that was given as GPU_CLOUD_API_KEY_FILE,"
                    + " gpu-cloud.api-key-file or apiKey(..)";

    /**
     * Creates the exception.
     *
     * @param failure the facts
     * @param cause the exception of the key supplier, or null if it threw none or there is no supplier
     */
    public MissingApiKeyException(FailureDetails failure, @Nullable Throwable cause) {
        super(
                cause == null
                        ? "needs an API key, and the client has none"
                        : "needs an API key, and its supplier failed",
                failure.hint() == null ? failure.withHint(cause == null ? SET_IT : REPAIR_IT) : failure,
                cause);
    }

    @Override
    public boolean isAccessDenied() {
        return getCause() == null;
    }
}
