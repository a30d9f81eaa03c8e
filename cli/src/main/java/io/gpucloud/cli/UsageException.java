package io.gpucloud.cli;

/** A setting or an argument is wrong, which only shows when the command runs. */
final class UsageException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
