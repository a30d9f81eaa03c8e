package io.gpucloud.client.error;

/**
 * Too many requests (HTTP 429). That nothing has happened is an assumption, on which every operation is repeated, after the pause of
 * {@link #retryAfter()} if there is one; this is thrown when that did not help, or when the pause is longer than the policy allows.
 */
public final class RateLimitedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /**
     * Too many requests.
     *
     * @param failure the facts
     */
    public RateLimitedException(CallFailure failure) {
        super(said(failure, "too many requests"), failure, null);
    }
}
