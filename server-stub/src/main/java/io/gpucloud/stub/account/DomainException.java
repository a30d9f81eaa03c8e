package io.gpucloud.stub.account;

/** An operation is rejected. The account has not changed. */
public final class DomainException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reason. */
    private final AccountError error;

    /**
     * An operation is rejected.
     *
     * @param details what the message of the error leaves open
     */
    public DomainException(AccountError error, Object... details) {
        // An expected result, not a defect: no stack trace is needed.
        super(error.message().formatted(details), null, false, false);
        this.error = error;
    }

    /** Returns the reason. */
    public AccountError error() {
        return error;
    }
}
