package io.gpucloud.contract.kit;

/** Thrown where there is no service to run against; the message says what to look at. */
public final class UnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreachableException(String message) {
        super(message);
    }
}
