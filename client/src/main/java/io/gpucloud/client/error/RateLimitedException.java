package io.gpucloud.client.error;

/**
 * Too many requests (HTTP 429). The client assumes that the operation has not taken effect, so it sends every operation again, after the
 * pause of {@link #retryAfter()} if there is one. This exception is thrown if all attempts got HTTP 429, or if the pause is longer than
 * the retry policy allows.
 */
public final class RateLimitedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param failure the facts
     */
    public RateLimitedException(FailureDetails failure) {
        super(said(failure, "too many requests"), failure, null);
    }
}
