package io.gpucloud.stub.account;

import org.jspecify.annotations.Nullable;

/**
 * The state cannot be reached, or it is unknown whether an operation took effect. Expected where a cluster keeps the state. Callers get a
 * system exception: HTTP 500, with code -2 in the public API.
 */
public final class StateUnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param cause the cause, or null if the message contains it
     */
    public StateUnavailableException(String message, @Nullable Throwable cause) {
        // Without stack traces, because thousands may occur while a member is down.
        super(cause == null ? message : message + ": " + cause.getMessage(), null, false, false);
    }
}
