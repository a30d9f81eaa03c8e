package io.gpucloud.stub.account;

/**
 * A situation in which a request is rejected. The public API maps each to an HTTP status, a result code and a message; most of them can be
 * set. The account itself reports those up to {@link #TIMER_LEAD_TIME}.
 */
public enum ErrorCase {
    /** The instance of a timer or a save does not exist or is not running. */
    INSTANCE_UNSUITABLE,
    /** The instance to destroy does not exist or cannot be destroyed. */
    INSTANCE_NOT_DESTROYABLE,
    /** The instance to rename does not exist. */
    INSTANCE_UNKNOWN,
    /** The image to delete does not exist. */
    IMAGE_NOT_DELETABLE,
    /** The pod of a create request does not exist. */
    UNKNOWN_POD,
    /** The pod has no such tag. */
    UNKNOWN_POD_TAG,
    /** The GPU model of a create request does not exist. */
    UNKNOWN_GPU,
    /** The image of a create request does not exist. */
    UNKNOWN_IMAGE,
    /** The image of a create request is a private image whose upload has not succeeded. */
    IMAGE_NOT_READY,
    /** Not enough GPUs of the model are free. */
    NO_CAPACITY,
    /** Balance and cards do not suffice. */
    INSUFFICIENT_FUNDS,
    /** The account has as many instances or images as it may have. */
    ACCOUNT_LIMIT,
    /** The name of a saved image is in use. */
    IMAGE_NAME_IN_USE,
    /** The instance to start does not exist or is not shut down. */
    START_REFUSED,
    /** The instance to restart does not exist or is not running. */
    RESTART_REFUSED,
    /** The timer of an instance that is not running is cancelled. */
    TIMER_CANCEL_REFUSED,
    /** An instance is saved while an image of it uploads. */
    SAVE_DURING_UPLOAD,
    /** An instance is destroyed while an image of it uploads. */
    DESTROY_DURING_UPLOAD,
    /** A private image is deleted while it uploads. */
    DELETE_DURING_UPLOAD,
    /** The time of a timer is too early. */
    TIMER_LEAD_TIME,
    /** The body or a query parameter is invalid. */
    PARAMETER_ERROR,
    /** The API key is not accepted. */
    UNAUTHORIZED,
    /** The API key has no permission. */
    FORBIDDEN,
    /** No operation has this path. */
    NOT_FOUND,
    /** The path exists for another method. */
    METHOD_NOT_ALLOWED,
    /** {@code Accept} excludes JSON. */
    NOT_ACCEPTABLE,
    /** The body does not arrive in time. */
    REQUEST_TIMEOUT,
    /** The body is too large. */
    BODY_TOO_LARGE,
    /** The body is not JSON. */
    UNSUPPORTED_MEDIA_TYPE,
    /** Too many requests of a key. */
    RATE_LIMIT,
    /** The service fails. */
    SYSTEM_ERROR
}
