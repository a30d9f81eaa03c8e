package io.gpucloud.client.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An exchange without a whole response. */
final class ExchangeException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean sent;
    private final int proxyStatus;

    /**
     * Creates the exception for an exchange that ended without a response.
     *
     * @param message what happened, for people
     * @param sent whether any of the request may have left this machine
     * @param cause what the network reported, or null
     */
    ExchangeException(String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause);
        this.sent = sent;
        proxyStatus = 0;
    }

    /** Creates the exception for a proxy that rejected the request with an HTTP status, before it was sent to the service. */
    ExchangeException(String message, int proxyStatus) {
        super(message);
        sent = false;
        this.proxyStatus = proxyStatus;
    }

    boolean sent() {
        return sent;
    }

    /** HTTP status of the proxy, or 0 if it sent none. */
    int proxyStatus() {
        return proxyStatus;
    }
}
