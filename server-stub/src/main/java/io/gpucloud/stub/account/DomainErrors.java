package io.gpucloud.stub.account;

import io.gpucloud.stub.account.DomainException.Reason;

/** Every error of the account with its text, as listed in {@code docs/reference/assumptions.md}, section Messages. */
final class DomainErrors {

    private DomainErrors() {}

    static DomainException instanceUnsuitable() {
        return failed("the instance does not exist or its state does not allow this");
    }

    static DomainException instanceNotDestroyable() {
        return failed("the instance does not exist or cannot be destroyed");
    }

    static DomainException instanceUnknownToRename() {
        return refused("the instance does not exist or was deleted");
    }

    static DomainException imageUnusable() {
        return failed("the image does not exist or is not ready");
    }

    static DomainException imageNotDeletable() {
        return failed("the image does not exist or may not be deleted");
    }

    static DomainException imageNameTaken() {
        return refused("an image of this name exists already");
    }

    static DomainException podUnknown() {
        return refused("the pod does not exist");
    }

    static DomainException podTagUnknown() {
        return refused("the pod has no such tag");
    }

    static DomainException gpuUnknown() {
        return refused("the GPU model does not exist");
    }

    static DomainException gpusExhausted() {
        return refused("not enough free GPUs of this model");
    }

    static DomainException fundsInsufficient() {
        return refused("insufficient balance");
    }

    static DomainException full(String what, int max) {
        return refused("the account has " + max + " " + what + ", which is as many as it may have");
    }

    static DomainException shutdownTooEarly() {
        return new DomainException(
                Reason.INVALID_PARAMETER, "shutdown_time", "must be 0 or at least 5 minutes after now");
    }

    private static DomainException failed(String message) {
        return new DomainException(Reason.OPERATION_FAILED, null, message);
    }

    private static DomainException refused(String message) {
        return new DomainException(Reason.REQUEST_REFUSED, null, message);
    }
}
