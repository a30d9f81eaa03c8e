package io.gpucloud.client.lease;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;

/**
 * Tells why a creation was refused. The contract has one code for unlike things (code 1) and a text for people, so this
 * is a guess, and yours to replace. It is asked only for creations that certainly did not take effect.
 */
@FunctionalInterface
public interface RefusalClassifier {

    /** Why a creation was refused. */
    enum Refusal {
        /** No GPU of the model is free now: another model, or a later moment, may help. */
        CAPACITY,
        /** The money does not suffice: nothing helps but to pay in. Never taken for want of capacity. */
        FUNDS,
        /** Anything else: the exception goes to the caller. */
        OTHER
    }

    /**
     * Tells why.
     *
     * @param refusal the exception of the creation
     * @return why; only {@link Refusal#CAPACITY} lets another model be tried, or the same one later
     */
    Refusal classify(GpuCloudException refusal);

    /**
     * The classifier unless another is set. It classifies only business rejections (code 1 without a named parameter). One that
     * speaks of money (balance, funds, compute cards, recharge, payment) is {@link Refusal#FUNDS}; else one that speaks of
     * capacity (capacity, stock, sold out, free or available GPUs, not enough or insufficient GPUs or resources) is
     * {@link Refusal#CAPACITY}; all others are {@link Refusal#OTHER}. English and Chinese words are known.
     *
     * @return the classifier
     */
    static RefusalClassifier byText() {
        return refusal -> {
            boolean business = refusal instanceof BadRequestException request
                    && request.field().isEmpty()
                    && request.code().filter(ResultCode.REQUEST_ERROR::equals).isPresent();
            String text = refusal.serverMessage().orElse("");
            if (!business) {
                return Refusal.OTHER;
            }
            if (RefusalKeywords.FUNDS.matcher(text).find()) {
                return Refusal.FUNDS;
            }
            return RefusalKeywords.CAPACITY.matcher(text).find() ? Refusal.CAPACITY : Refusal.OTHER;
        };
    }
}
