package io.gpucloud.client.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An exchange without a whole response. */
final class ExchangeException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean sent;
    private final int status;

    /**
     * Creates the exception for an exchange that ended without a response.
     *
     * @param message what happened, for people
     * @param sent whether any of the request may have left this machine
     * @param cause what the network reported, or null
     */
    ExchangeException(String message, boolean sent, @Nullable Throwable cause) {
        this(message, sent, 0, cause);
    }

    /**
     * Creates the exception for an exchange with an unusable response.
     *
     * @param message what happened, for people
     * @param sent whether any of the request may have left this machine
     * @param status HTTP status of the response: of the service if the request was sent, otherwise of a proxy
     */
    ExchangeException(String message, boolean sent, int status, @Nullable Throwable cause) {
        super(message, cause);
        this.sent = sent;
        this.status = status;
    }

    boolean sent() {
        return sent;
    }

    /** HTTP status, or 0 if there was no response. */
    int status() {
        return status;
    }
}
