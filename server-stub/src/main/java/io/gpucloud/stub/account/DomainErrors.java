package io.gpucloud.stub.account;

/** Every error of the account with its text, as listed in {@code docs/reference/assumptions.md}, section Messages. */
final class DomainErrors {

    private DomainErrors() {}

    /** A missing instance, or one whose status does not allow the operation: which error that is depends on the operation. */
    static DomainException instanceUnsuitable(ErrorCase operation) {
        return error(operation, "the instance does not exist or its state does not allow this");
    }

    static DomainException instanceNotDestroyable(ErrorCase situation) {
        return error(situation, "the instance does not exist or cannot be destroyed");
    }

    static DomainException instanceUnknownToRename() {
        return error(ErrorCase.INSTANCE_UNKNOWN, "the instance does not exist or was deleted");
    }

    static DomainException imageUnusable(ErrorCase situation) {
        return error(situation, "the image does not exist or is not ready");
    }

    static DomainException imageNotDeletable(ErrorCase situation) {
        return error(situation, "the image does not exist or may not be deleted");
    }

    static DomainException imageNameTaken() {
        return error(ErrorCase.IMAGE_NAME_IN_USE, "an image of this name exists already");
    }

    static DomainException podUnknown() {
        return error(ErrorCase.UNKNOWN_POD, "the pod does not exist");
    }

    static DomainException podTagUnknown() {
        return error(ErrorCase.UNKNOWN_POD_TAG, "the pod has no such tag");
    }

    static DomainException gpuUnknown() {
        return error(ErrorCase.UNKNOWN_GPU, "the GPU model does not exist");
    }

    static DomainException gpusExhausted() {
        return error(ErrorCase.NO_CAPACITY, "not enough free GPUs of this model");
    }

    static DomainException fundsInsufficient() {
        return error(ErrorCase.INSUFFICIENT_FUNDS, "insufficient balance");
    }

    static DomainException full(String what, int max) {
        return error(ErrorCase.ACCOUNT_LIMIT, "the account has " + max + " " + what + ", which is the limit");
    }

    static DomainException shutdownTooEarly() {
        return new DomainException(
                ErrorCase.TIMER_LEAD_TIME, "shutdown_time", "must be 0 or at least 5 minutes after now");
    }

    private static DomainException error(ErrorCase situation, String message) {
        return new DomainException(situation, null, message);
    }
}
