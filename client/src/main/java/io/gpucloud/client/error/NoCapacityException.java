package io.gpucloud.client.error;

/**
 * The service rejected the request because no GPU of the model is free. The operation has not taken effect, and the
 * client does not send the request again. Another model, or a later attempt, may succeed. A {@link RejectionClassifier}
 * decides this from code and text, because the service documents no code for it.
 */
public final class NoCapacityException extends BadRequestException {

    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public NoCapacityException(FailureDetails failure) {
        super(failure);
    }
}
