package io.gpucloud.client.error;

/**
 * The response does not match the contract: not JSON, no {@code code}, duplicate members, success without its data, a
 * redirect, or more than 16 MiB. A proxy may have responded, or the base address is wrong. The request is not sent
 * again. {@link #rawBody()} returns the start of the body. Unless the HTTP status is 4xx (except 408), an operation
 * that changes something may have taken effect.
 */
public final class UnexpectedResponseException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param summary what is wrong with the response
     * @param failure the facts
     */
    public UnexpectedResponseException(String summary, FailureDetails failure) {
        super(quote(summary), failure, null);
    }
}
