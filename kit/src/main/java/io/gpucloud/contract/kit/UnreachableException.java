package io.gpucloud.contract.kit;

/** Thrown if the service cannot be reached. The message names the likely cause. */
public final class UnreachableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnreachableException(String message) {
        super(message);
    }
}
