package io.gpucloud.client.error;

import io.gpucloud.client.ResultCode;

/**
 * Decides whether a rejected request becomes an {@link InsufficientFundsException} or a {@link NoCapacityException}.
 * The service documents no result code for either, so the default reads the text of the rejection. Replace it with
 * {@link io.gpucloud.client.GpuCloudClientBuilder#rejectionClassifier} if your service uses other codes or texts.
 *
 * <p>The client calls it for every request that changes something and that the service rejected without effect: code 1
 * without the name of an invalid parameter, or code -1. It is called on the thread of the call. If it throws an
 * exception, the rejection counts as {@link Reason#OTHER}. It never decides whether a request is sent again.
 */
@FunctionalInterface
public interface RejectionClassifier {

    /** Why a request was rejected. */
    enum Reason {
        /** No GPU of the model is free now. Another model, or a later attempt, may succeed. */
        NO_CAPACITY,
        /** Balance and compute cards do not suffice. */
        INSUFFICIENT_FUNDS,
        /** Any other reason. The exception is the one of the result code. */
        OTHER
    }

    /**
     * Classifies a rejection.
     *
     * @param rejection the operation, {@link FailureDetails#httpStatus()}, {@link FailureDetails#code()} and
     *     {@link FailureDetails#serverMessage()}
     */
    Reason classify(FailureDetails rejection);

    /**
     * The classifier that clients use unless another is set. It classifies only rejections with code 1 or -1. A text
     * that money is missing (balance, funds, credits, compute cards, an unpaid bill, a request to recharge) means
     * {@link Reason#INSUFFICIENT_FUNDS}. Otherwise, a text that GPUs, machines, resources or stock are missing, sold
     * out or in use means {@link Reason#NO_CAPACITY}, unless it is about a quota, a permission or storage. English and
     * Chinese words are known. That the service uses them is the assumption {@code rejection-keywords}.
     */
    static RejectionClassifier byText() {
        return rejection -> {
            Integer code = rejection.code();
            String text = rejection.serverMessage();
            if (text == null
                    || code == null
                    || !(code == ResultCode.REQUEST_ERROR.value() || code == ResultCode.OPERATION_FAILED.value())) {
                return Reason.OTHER;
            }
            return RejectionKeywords.reasonOf(text);
        };
    }
}
