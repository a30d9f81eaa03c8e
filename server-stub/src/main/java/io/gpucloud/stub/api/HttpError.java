package io.gpucloud.stub.api;

import io.gpucloud.stub.account.ErrorCase;
import java.util.Arrays;
import java.util.Optional;

/** The reasons for which a request fails before it reaches an account, or instead of its operation. */
enum HttpError implements ErrorCase {
    PARAMETER_ERROR(400, "the request cannot be served"),
    UNAUTHORIZED(401, "not logged in"),
    FORBIDDEN(403, "the API key has no permission for this operation"),
    NOT_FOUND(404, "not found"),
    METHOD_NOT_ALLOWED(405, "the method is not allowed here"),
    NOT_ACCEPTABLE(406, "only application/json can be answered"),
    REQUEST_TIMEOUT(408, "the body did not come in time"),
    BODY_TOO_LARGE(413, "the body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "the body must be application/json in UTF-8"),
    RATE_LIMIT(429, "too many requests"),
    SYSTEM_ERROR(500, "system exception");

    private final int status;
    private final String message;

    HttpError(int status, String message) {
        this.status = status;
        this.message = message;
    }

    /** Finds the error whose usual HTTP status this is; all of 5xx are the system error. */
    static Optional<HttpError> of(int status) {
        return status / 100 == 5
                ? Optional.of(SYSTEM_ERROR)
                : Arrays.stream(values())
                        .filter(error -> error.status == status)
                        .findAny();
    }

    @Override
    public String message() {
        return message;
    }
}
