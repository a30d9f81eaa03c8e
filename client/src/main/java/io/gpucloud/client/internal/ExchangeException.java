package io.gpucloud.client.internal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An exchange without a whole response. */
final class ExchangeException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean sent;
    private final int proxyStatus;

    /** The exchange ended. {@code sent}: whether any of the request may have left this machine. */
    ExchangeException(String message, boolean sent, @Nullable Throwable cause) {
        super(message, cause);
        this.sent = sent;
        proxyStatus = 0;
    }

    /** A proxy rejected the request with an HTTP status, before it was sent to the service. */
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
