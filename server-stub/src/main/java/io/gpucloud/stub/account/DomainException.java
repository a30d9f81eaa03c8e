package io.gpucloud.stub.account;

import org.jspecify.annotations.Nullable;

/** A refusal. Whoever throws it has changed nothing. */
public final class DomainException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    private final Reason reason;

    /** Name of the field at fault, or null. */
    private final @Nullable String field;

    /**
     * A refusal, as it was decided where the account lives.
     *
     * @param reason why
     * @param field name of the field at fault on the wire, or null if no single field is at fault
     * @param message what is said about it
     */
    public DomainException(Reason reason, @Nullable String field, String message) {
        // A refusal is an answer, not a defect: no stack trace to fill.
        super(message, null, false, false);
        this.reason = reason;
        this.field = field;
    }

    /** Why an operation is refused. */
    public enum Reason {
        /** A value does not fit the moment; {@link DomainException#field()} names it. */
        INVALID_PARAMETER,
        /** The instance or image is missing, belongs to somebody else, or is in an unsuitable state. */
        OPERATION_FAILED,
        /** A business rule says no. */
        REQUEST_REFUSED
    }

    /**
     * Why the operation is refused.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }

    /**
     * The field at fault.
     *
     * @return its name on the wire, or null if no single field is at fault
     */
    public @Nullable String field() {
        return field;
    }
}
