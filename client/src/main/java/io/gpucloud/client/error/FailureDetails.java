package io.gpucloud.client.error;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a failed call, which every {@link GpuCloudException} contains. Your tests can create exceptions from their own facts:
 * {@code new RateLimitedException(FailureDetails.of(operation).answered(429, null, null))}.
 *
 * @param operation the operation that was called
 * @param attempts how often the request was sent; 0 if it was never sent
 * @param httpStatus HTTP status of the last response, or 0 if there was none
 * @param code {@code code} of the last response, or null if there was none
 * @param serverMessage the message of the service, or null if it sent none
 * @param rawBody beginning of the last response, at most {@value #MAX_RAW_BODY} characters, or null if there was none
 * @param mayHaveTakenEffect whether the operation may have taken effect although the call failed
 * @param retryAfter the pause that the service requested, or null if it requested none
 * @param url the address of the request without its query, or null if it is not known
 * @param requestId the request identifier that the service returned as {@code X-Request-Id}, else the one that the client sent; null
 *     if it is not known
 * @param hint what to do about the failure, or null if the client has no advice
 */
public record FailureDetails(
        ApiOperation operation,
        int attempts,
        int httpStatus,
        @Nullable Integer code,
        @Nullable String serverMessage,
        @Nullable String rawBody,
        boolean mayHaveTakenEffect,
        @Nullable Duration retryAfter,
        @Nullable String url,
        @Nullable String requestId,
        @Nullable String hint)
        implements Serializable {

    /** How much of a response is kept, in characters. */
    public static final int MAX_RAW_BODY = 8 * 1024;

    /**
     * Creates the facts. A body that is too long is cut.
     *
     * @param operation the operation that was called
     * @param attempts how often the request was sent
     * @param httpStatus HTTP status of the last response, or 0
     * @param code code of the last response, or null
     * @param serverMessage the message of the service, or null
     * @param rawBody the last response, of any length, or null
     * @param mayHaveTakenEffect whether the operation may have taken effect
     * @param retryAfter the pause that the service requested, or null
     * @param url the address of the request, or null
     * @param requestId the request identifier, or null
     * @param hint what to do about the failure, or null
     * @throws NullPointerException if the operation is null
     */
    public FailureDetails {
        Objects.requireNonNull(operation, "operation");
        if (rawBody != null && rawBody.length() > MAX_RAW_BODY) {
            rawBody = rawBody.substring(0, MAX_RAW_BODY);
        }
    }

    /**
     * Returns the facts of a call that was sent once, got no response, and had no effect. Change them by the other methods.
     *
     * @param operation the operation that was called
     * @return the facts
     */
    public static FailureDetails of(ApiOperation operation) {
        return new FailureDetails(operation, 1, 0, null, null, null, false, null, null, null, null);
    }

    /**
     * Sets how often the call was sent.
     *
     * @param attempts how often; 0 if it was never sent
     * @return the changed facts
     */
    public FailureDetails withAttempts(int attempts) {
        return with(copy -> copy.attempts = attempts);
    }

    /**
     * Sets the last response.
     *
     * @param httpStatus its HTTP status
     * @param code its {@code code}, or null if it had none
     * @param serverMessage its message, or null if it had none
     * @return the changed facts
     */
    public FailureDetails answered(int httpStatus, @Nullable ResultCode code, @Nullable String serverMessage) {
        return with(copy -> {
            copy.httpStatus = httpStatus;
            copy.code = code == null ? null : code.value();
            copy.serverMessage = serverMessage;
        });
    }

    /**
     * Sets the beginning of the last response.
     *
     * @param rawBody the response; cut after {@value #MAX_RAW_BODY} characters
     * @return the changed facts
     */
    public FailureDetails withRawBody(@Nullable String rawBody) {
        return with(copy -> copy.rawBody = rawBody);
    }

    /**
     * Sets whether the operation may have taken effect.
     *
     * @param mayHaveTakenEffect true if that is unknown
     * @return the changed facts
     */
    public FailureDetails withMayHaveTakenEffect(boolean mayHaveTakenEffect) {
        return with(copy -> copy.mayHaveTakenEffect = mayHaveTakenEffect);
    }

    /**
     * Sets the pause that the service requested.
     *
     * @param retryAfter the pause
     * @return the changed facts
     */
    public FailureDetails withRetryAfter(@Nullable Duration retryAfter) {
        return with(copy -> copy.retryAfter = retryAfter);
    }

    /**
     * Sets the request that failed.
     *
     * @param url its address without a query, or null
     * @param requestId its identifier, or null
     * @return the changed facts
     */
    public FailureDetails withRequest(@Nullable String url, @Nullable String requestId) {
        return with(copy -> {
            copy.url = url;
            copy.requestId = requestId;
        });
    }

    /**
     * Sets what to do about the failure.
     *
     * @param hint one or more sentences, or null
     * @return the changed facts
     */
    public FailureDetails withHint(@Nullable String hint) {
        return with(copy -> copy.hint = hint);
    }

    private FailureDetails with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.details();
    }

    /** A copy that can be changed, so that each method above names only what it changes. */
    private static final class Copy {

        private ApiOperation operation;
        private int attempts;
        private int httpStatus;
        private @Nullable Integer code;
        private @Nullable String serverMessage;
        private @Nullable String rawBody;
        private boolean mayHaveTakenEffect;
        private @Nullable Duration retryAfter;
        private @Nullable String url;
        private @Nullable String requestId;
        private @Nullable String hint;

        Copy(FailureDetails details) {
            operation = details.operation;
            attempts = details.attempts;
            httpStatus = details.httpStatus;
            code = details.code;
            serverMessage = details.serverMessage;
            rawBody = details.rawBody;
            mayHaveTakenEffect = details.mayHaveTakenEffect;
            retryAfter = details.retryAfter;
            url = details.url;
            requestId = details.requestId;
            hint = details.hint;
        }

        FailureDetails details() {
            return new FailureDetails(
                    operation,
                    attempts,
                    httpStatus,
                    code,
                    serverMessage,
                    rawBody,
                    mayHaveTakenEffect,
                    retryAfter,
                    url,
                    requestId,
                    hint);
        }
    }
}
