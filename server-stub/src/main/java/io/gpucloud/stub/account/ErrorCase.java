package io.gpucloud.stub.account;

import io.gpucloud.stub.account.DomainException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * A situation in which a request is rejected. The public API maps each to an HTTP status, a result code and a message; most of them can be
 * set. The account itself reports only those that have a {@link #reason()}.
 */
public enum ErrorCase {
    /** The instance of a timer or a save does not exist or is not running. */
    INSTANCE_UNSUITABLE(Reason.OPERATION_FAILED),
    /** The instance to destroy does not exist or cannot be destroyed. */
    INSTANCE_NOT_DESTROYABLE(Reason.OPERATION_FAILED),
    /** The instance to rename does not exist. */
    INSTANCE_UNKNOWN(Reason.REQUEST_REFUSED),
    /** The image to delete does not exist. */
    IMAGE_NOT_DELETABLE(Reason.OPERATION_FAILED),
    /** The pod of a create request does not exist. */
    UNKNOWN_POD(Reason.REQUEST_REFUSED),
    /** The pod has no such tag. */
    UNKNOWN_POD_TAG(Reason.REQUEST_REFUSED),
    /** The GPU model of a create request does not exist. */
    UNKNOWN_GPU(Reason.REQUEST_REFUSED),
    /** The image of a create request does not exist. */
    UNKNOWN_IMAGE(Reason.OPERATION_FAILED),
    /** The image of a create request is a private image whose upload has not succeeded. */
    IMAGE_NOT_READY(Reason.OPERATION_FAILED),
    /** Not enough GPUs of the model are free. */
    NO_CAPACITY(Reason.REQUEST_REFUSED),
    /** Balance and cards do not suffice. */
    INSUFFICIENT_FUNDS(Reason.REQUEST_REFUSED),
    /** The account has as many instances or images as it may have. */
    ACCOUNT_LIMIT(Reason.REQUEST_REFUSED),
    /** The name of a saved image is in use. */
    IMAGE_NAME_IN_USE(Reason.REQUEST_REFUSED),
    /** The instance to start does not exist or is not shut down. */
    START_REFUSED(Reason.OPERATION_FAILED),
    /** The instance to restart does not exist or is not running. */
    RESTART_REFUSED(Reason.OPERATION_FAILED),
    /** The timer of an instance that is not running is cancelled. */
    TIMER_CANCEL_REFUSED(Reason.OPERATION_FAILED),
    /** An instance is saved while an image of it uploads. */
    SAVE_DURING_UPLOAD(Reason.OPERATION_FAILED),
    /** An instance is destroyed while an image of it uploads. */
    DESTROY_DURING_UPLOAD(Reason.OPERATION_FAILED),
    /** A private image is deleted while it uploads. */
    DELETE_DURING_UPLOAD(Reason.OPERATION_FAILED),
    /** The time of a timer is too early. */
    TIMER_LEAD_TIME(Reason.INVALID_PARAMETER),
    /** The body or a query parameter is invalid. */
    PARAMETER_ERROR(null),
    /** The API key is not accepted. */
    UNAUTHORIZED(null),
    /** The API key has no permission. */
    FORBIDDEN(null),
    /** No operation has this path. */
    NOT_FOUND(null),
    /** The path exists for another method. */
    METHOD_NOT_ALLOWED(null),
    /** {@code Accept} excludes JSON. */
    NOT_ACCEPTABLE(null),
    /** The body does not arrive in time. */
    REQUEST_TIMEOUT(null),
    /** The body is too large. */
    BODY_TOO_LARGE(null),
    /** The body is not JSON. */
    UNSUPPORTED_MEDIA_TYPE(null),
    /** Too many requests of a key. */
    RATE_LIMIT(null),
    /** The service fails. */
    SYSTEM_ERROR(null);

    private final @Nullable Reason reason;

    ErrorCase(@Nullable Reason reason) {
        this.reason = reason;
    }

    /**
     * Returns the kind of error that the account reports.
     *
     * @throws IllegalStateException if the account does not report this case
     */
    Reason reason() {
        if (reason == null) {
            throw new IllegalStateException("not an error of an account: " + this);
        }
        return reason;
    }
}
