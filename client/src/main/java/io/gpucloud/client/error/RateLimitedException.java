package io.gpucloud.client.error;

/**
 * Too many requests (HTTP 429, or code 429). After HTTP 429 the client assumes that the operation has not taken effect,
 * and sends every operation again. After code 429 in a response of HTTP 200 it sends only operations again that are
 * safe to repeat, and otherwise {@link #mayHaveTakenEffect()} is true. It first waits for {@link #retryAfter()} if
 * there is one. This exception is thrown after the last attempt, or if the pause is longer than the retry policy
 * allows.
 */
public final class RateLimitedException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public RateLimitedException(FailureDetails failure) {
        super(said(failure, "too many requests"), failure, null);
    }
}
