package io.gpucloud.client.error;

import org.jspecify.annotations.Nullable;

/**
 * No complete response was received: no connection, a timeout, a reset, an incomplete response, or the deadline has
 * passed. The request is sent again if it was not sent, or if the operation is safe to repeat; otherwise
 * {@link #mayHaveTakenEffect()} is true.
 */
public final class TransportException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final boolean sent;

    /**
     * Creates the exception.
     *
     * @param summary what happened, for people
     * @param failure the facts
     * @param sent whether any byte of the request may have been sent
     * @param cause the exception of the network, or null
     */
    public TransportException(String summary, FailureDetails failure, boolean sent, @Nullable Throwable cause) {
        // The summary may contain bytes that arrived instead of a response.
        super(quote(summary), failure, cause);
        this.sent = sent;
    }

    /** {@return whether any of the last request may have been sent; false if there was no connection} */
    public boolean sent() {
        return sent;
    }
}
