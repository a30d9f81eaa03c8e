package io.gpucloud.stub.store;

/** The present state of the stub does not allow a change. Nothing has changed. */
public final class ConflictException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** A rejected change. Without a stack trace, because the caller is the reason. */
    public ConflictException(String reason) {
        super(reason, null, false, false);
    }
}
