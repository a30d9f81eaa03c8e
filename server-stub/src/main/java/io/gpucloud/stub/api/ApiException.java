package io.gpucloud.stub.api;

import io.gpucloud.stub.json.TextEncoding;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** A request that the pipeline rejects before it reaches the account. */
final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpError error;
    private final transient Map<String, String> headers;
    private final @Nullable String field;

    private ApiException(HttpError error, String message, @Nullable String field, Map<String, String> headers) {
        // Without a stack trace, because a rejected request is not a defect.
        super(message, null, false, false);
        this.error = error;
        this.field = field;
        this.headers = headers;
    }

    static ApiException of(HttpError error) {
        return new ApiException(error, error.message(), null, Map.of());
    }

    static ApiException observedOnly() {
        String message = "the service does not document this operation; set stub.observed=true to serve it";
        return new ApiException(HttpError.NOT_FOUND, message, null, Map.of());
    }

    static ApiException badParameter(String field, String why) {
        return new ApiException(HttpError.PARAMETER_ERROR, why, field, Map.of());
    }

    static ApiException forbidden(String message) {
        return new ApiException(HttpError.FORBIDDEN, message, null, Map.of());
    }

    static ApiException tooManyRequests(long retryAfter) {
        return tooManyRequests(HttpError.RATE_LIMIT.message(), retryAfter);
    }

    static ApiException tooManyIncompleteBodies() {
        return tooManyRequests(
                "too many request bodies are incomplete; send the whole body at once, or try again later", 1);
    }

    private static ApiException tooManyRequests(String message, long retryAfter) {
        Map<String, String> headers = Map.of(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfter));
        return new ApiException(HttpError.RATE_LIMIT, message, null, headers);
    }

    static ApiException unsupportedCoding() {
        Map<String, String> headers = Map.of(HttpHeaders.ACCEPT_ENCODING, "identity");
        return new ApiException(HttpError.UNSUPPORTED_MEDIA_TYPE, TextEncoding.CODED, null, headers);
    }

    static ApiException methodNotAllowed(String allowed) {
        Map<String, String> headers = Map.of(HttpHeaders.ALLOW, allowed);
        return new ApiException(HttpError.METHOD_NOT_ALLOWED, HttpError.METHOD_NOT_ALLOWED.message(), null, headers);
    }

    HttpError error() {
        return error;
    }

    Map<String, String> headers() {
        return headers;
    }

    @Nullable
    String field() {
        return field;
    }
}
