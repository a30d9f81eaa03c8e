package io.gpucloud.stub.account;

import org.jspecify.annotations.Nullable;

/** An operation is rejected. The account has not changed. */
public final class DomainException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The situation. */
    private final ErrorCase errorCase;

    /** Name of the field at fault, or null. */
    private final @Nullable String field;

    /**
     * An error, as decided by the account.
     *
     * @param field name of the field at fault on the wire, or null if no single field is at fault
     */
    public DomainException(ErrorCase errorCase, @Nullable String field, String message) {
        // An expected result, not a defect: no stack trace is needed.
        super(message, null, false, false);
        this.errorCase = errorCase;
        this.field = field;
    }

    /** Returns the situation in which the operation is rejected. */
    public ErrorCase errorCase() {
        return errorCase;
    }

    /**
     * Returns the field at fault.
     *
     * @return its name on the wire, or null if no single field is at fault
     */
    public @Nullable String field() {
        return field;
    }
}
