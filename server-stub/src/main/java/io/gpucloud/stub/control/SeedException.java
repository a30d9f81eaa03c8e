package io.gpucloud.stub.control;

/** A seed that cannot be used. The message is one line: where in the file, and why. */
public final class SeedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SeedException(String path, String reason) {
        super((path.isEmpty() ? "" : path + ": ") + reason);
    }
}
