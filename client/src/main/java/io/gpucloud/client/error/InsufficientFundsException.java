package io.gpucloud.client.error;

/**
 * The service rejected the request because balance and compute cards do not suffice. The operation has not taken
 * effect, and the request is not sent again. A {@link RejectionClassifier} decides this from code and text, because the
 * service documents no code for it.
 */
public final class InsufficientFundsException extends BadRequestException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public InsufficientFundsException(FailureDetails failure) {
        super(failure);
    }
}
