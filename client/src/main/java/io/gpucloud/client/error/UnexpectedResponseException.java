package io.gpucloud.client.error;

/**
 * The answer is none of the contract: not JSON, no {@code code}, success without the data that belongs to it, a redirect,
 * or more than 16 MiB. A proxy may have answered, or the base address is wrong. Not repeated. {@link #rawBody()} shows
 * what came; unless the status says that the request was refused, an operation that changes something may have happened.
 */
public final class UnexpectedResponseException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /**
     * An answer that is none of the contract.
     *
     * @param summary what is wrong with it
     * @param failure the facts
     */
    public UnexpectedResponseException(String summary, CallFailure failure) {
        super(quote(summary), failure, null);
    }
}
