package io.gpucloud.client.error;

import org.jspecify.annotations.Nullable;

/**
 * No complete response was received: no connection, a timeout, a reset, an incomplete response, or the deadline has passed. The
 * request is sent again if it was not sent, or if the operation is safe to repeat; otherwise {@link #mayHaveTakenEffect()} is
 * true.
 */
public final class TransportException extends GpuCloudException {

    private static final long serialVersionUID = 1L;

    private final boolean sent;

    /**
     * A broken exchange.
     *
     * @param summary what happened, for people
     * @param failure the facts
     * @param sent whether any of the request may have left
     * @param cause what the network said, or null
     */
    public TransportException(String summary, CallFailure failure, boolean sent, @Nullable Throwable cause) {
        // It may repeat what came instead of an answer.
        super(quote(summary), failure, cause);
        this.sent = sent;
    }

    /**
     * Whether any of the last request may have left. If not, it cannot have reached the service.
     *
     * @return false if there was no connection to send it on
     */
    public boolean sent() {
        return sent;
    }
}
