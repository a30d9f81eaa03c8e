package io.gpucloud.stub.account;

import org.jspecify.annotations.Nullable;

/**
 * Where the state is kept, nobody can answer now, or knows whether something was done. It is foreseen where state is kept on
 * several machines, and answered as a system exception: HTTP 500, with code -2 in the public API.
 */
public final class UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * No answer.
     *
     * @param message what cannot be answered
     * @param cause what happened there, or null if it is in the message
     */
    public UnavailableException(String message, @Nullable Throwable cause) {
        // There may be thousands of them while a machine is missing: no stack traces.
        super(cause == null ? message : message + ": " + cause.getMessage(), null, false, false);
    }
}
