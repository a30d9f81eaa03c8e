package io.gpucloud.stub.api;

/** The result codes of the service, and their messages. */
final class ResultCodes {

    static final int SUCCESS = 0;
    static final int REQUEST_ERROR = 1;
    static final int NOT_LOGGED_IN = 2;
    static final int OPERATION_FAILED = -1;
    static final int SYSTEM_EXCEPTION = -2;

    private ResultCodes() {}

    static String messageOf(int code) {
        return switch (code) {
            case SUCCESS -> "success";
            case NOT_LOGGED_IN -> "not logged in";
            case OPERATION_FAILED -> "the operation failed";
            case SYSTEM_EXCEPTION -> "system exception";
            default -> "the request cannot be served";
        };
    }
}
