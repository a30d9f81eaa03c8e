package io.gpucloud.stub.cluster;

import org.jspecify.annotations.Nullable;

/** The cluster cannot answer now, or does not know whether something was done. It becomes HTTP 500 with code -2. */
final class UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnavailableException(String message, @Nullable Throwable cause) {
        // There may be thousands of them while a majority is missing: no stack traces.
        super(cause == null ? message : message + ": " + cause.getMessage(), null, false, false);
    }
}
