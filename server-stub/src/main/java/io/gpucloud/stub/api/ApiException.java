package io.gpucloud.stub.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** A request that the pipeline rejects before it reaches the account. */
final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final transient Map<String, String> headers;
    private final @Nullable String field;

    /** Without a message, {@link ErrorResponseWriter} uses the default one of the status. */
    private ApiException(
            HttpStatus status, @Nullable String message, @Nullable String field, Map<String, String> headers) {
        // Without a stack trace, because a rejected request is not a defect.
        super(message, null, false, false);
        this.status = status;
        this.field = field;
        this.headers = headers;
    }

    static ApiException badParameter(String field, String why) {
        return new ApiException(HttpStatus.BAD_REQUEST, why, field, Map.of());
    }

    static ApiException notLoggedIn() {
        return of(HttpStatus.UNAUTHORIZED, null);
    }

    static ApiException noPermission() {
        return of(HttpStatus.FORBIDDEN, null);
    }

    static ApiException tooManyTenants() {
        return of(HttpStatus.FORBIDDEN, "the stub has the largest number of accounts that stub.tenants.max allows");
    }

    static ApiException tooManyRequests(long retryAfter) {
        return of(HttpStatus.TOO_MANY_REQUESTS, null, Map.of(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfter)));
    }

    static ApiException notFound() {
        return of(HttpStatus.NOT_FOUND, null);
    }

    static ApiException methodNotAllowed(String allowed) {
        return of(HttpStatus.METHOD_NOT_ALLOWED, "the method is not allowed here", Map.of(HttpHeaders.ALLOW, allowed));
    }

    static ApiException notAcceptable() {
        return of(HttpStatus.NOT_ACCEPTABLE, "only application/json can be answered");
    }

    static ApiException unsupportedMediaType() {
        return of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "the body must be application/json in UTF-8");
    }

    static ApiException bodyTooLarge() {
        return of(HttpStatus.CONTENT_TOO_LARGE, "the body is too large");
    }

    static ApiException tooManyIncompleteBodies() {
        return of(
                HttpStatus.TOO_MANY_REQUESTS,
                "too many request bodies are incomplete; send the whole body at once, or try again later",
                Map.of(HttpHeaders.RETRY_AFTER, "1"));
    }

    static ApiException bodyTooSlow() {
        return of(HttpStatus.REQUEST_TIMEOUT, "the body did not come in time");
    }

    private static ApiException of(HttpStatus status, @Nullable String message) {
        return of(status, message, Map.of());
    }

    private static ApiException of(HttpStatus status, @Nullable String message, Map<String, String> headers) {
        return new ApiException(status, message, null, headers);
    }

    HttpStatus status() {
        return status;
    }

    Map<String, String> headers() {
        return headers;
    }

    @Nullable
    String field() {
        return field;
    }
}
