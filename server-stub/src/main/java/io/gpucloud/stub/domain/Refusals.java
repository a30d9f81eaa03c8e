package io.gpucloud.stub.domain;

import io.gpucloud.stub.domain.CloudException.Reason;

/** Every refusal of the domain with its text; DECISIONS lists them. */
final class Refusals {

    private Refusals() {}

    static CloudException instanceUnsuitable() {
        return failed("the instance does not exist or its state does not allow this");
    }

    static CloudException instanceNotDestroyable() {
        return failed("the instance does not exist or cannot be destroyed");
    }

    static CloudException instanceUnknownToRename() {
        return refused("the instance does not exist or was deleted");
    }

    static CloudException imageUnusable() {
        return failed("the image does not exist or is not ready");
    }

    static CloudException imageNotDeletable() {
        return failed("the image does not exist or may not be deleted");
    }

    static CloudException imageNameTaken() {
        return refused("an image of this name exists already");
    }

    static CloudException podUnknown() {
        return refused("the pod does not exist");
    }

    static CloudException podTagUnknown() {
        return refused("the pod has no such tag");
    }

    static CloudException gpuUnknown() {
        return refused("the GPU model does not exist");
    }

    static CloudException gpusExhausted() {
        return refused("not enough free GPUs of this model");
    }

    static CloudException fundsInsufficient() {
        return refused("insufficient balance");
    }

    static CloudException full(String what, int max) {
        return refused("the account has " + max + " " + what + ", which is as many as it may have");
    }

    static CloudException shutdownTooEarly() {
        return new CloudException(
                Reason.INVALID_PARAMETER, "shutdown_time", "must be 0 or at least 5 minutes after now");
    }

    private static CloudException failed(String message) {
        return new CloudException(Reason.OPERATION_FAILED, null, message);
    }

    private static CloudException refused(String message) {
        return new CloudException(Reason.REQUEST_REFUSED, null, message);
    }
}
