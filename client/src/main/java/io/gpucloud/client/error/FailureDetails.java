package io.gpucloud.client.error;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a failed call, which every {@link GpuCloudException} contains. Immutable. Your tests can create
 * exceptions from their own facts: {@code new RateLimitedException(FailureDetails.of(operation).answered(429, null,
 * null))}.
 */
public final class FailureDetails implements Serializable {

    /** How much of a response is kept, in characters. */
    public static final int MAX_RAW_BODY = 8 * 1024;

    private static final long serialVersionUID = 1L;

    /** A member with a password. The response may end within it. */
    private static final Pattern PASSWORD = Pattern.compile("(\"password\"\\s*:\\s*\")(?:[^\"\\\\]|\\\\.)*+\\\\?");

    // Changed only in a new copy, before it is returned.
    private final ApiOperation operation;
    private int attempts = 1;
    private int httpStatus;
    private @Nullable Integer code;
    private @Nullable String serverMessage;
    private @Nullable String rawBody;
    private boolean mayHaveTakenEffect;
    private @Nullable Duration retryAfter;
    private @Nullable String url;
    private @Nullable String requestId;
    private @Nullable String hint;

    private FailureDetails(ApiOperation operation) {
        this.operation = Objects.requireNonNull(operation, "operation");
    }

    /**
     * {@return the facts of a call that was sent once, got no response, and had no effect} Change them by the other
     * methods.
     */
    public static FailureDetails of(ApiOperation operation) {
        return new FailureDetails(operation);
    }

    /**
     * {@return these facts with how often the call was sent}
     *
     * @param attempts how often; 0 if it was never sent
     */
    public FailureDetails withAttempts(int attempts) {
        return with(copy -> copy.attempts = attempts);
    }

    /**
     * {@return these facts with the last response}
     *
     * @param httpStatus its HTTP status
     * @param code its {@code code}, or null if it had none
     * @param serverMessage its message, or null if it had none
     */
    public FailureDetails answered(int httpStatus, @Nullable ResultCode code, @Nullable String serverMessage) {
        return with(copy -> {
            copy.httpStatus = httpStatus;
            copy.code = code == null ? null : code.value();
            copy.serverMessage = serverMessage;
        });
    }

    /**
     * {@return these facts with the beginning of the last response, in which {@code ***} replaces passwords of
     * instances}
     *
     * @param rawBody the response; cut after {@value #MAX_RAW_BODY} characters
     */
    public FailureDetails withRawBody(@Nullable String rawBody) {
        String masked = rawBody == null ? null : PASSWORD.matcher(rawBody).replaceAll("$1***");
        String kept = masked != null && masked.length() > MAX_RAW_BODY ? masked.substring(0, MAX_RAW_BODY) : masked;
        return with(copy -> copy.rawBody = kept);
    }

    /**
     * {@return these facts with whether the operation may have taken effect}
     *
     * @param mayHaveTakenEffect true if that is unknown
     */
    public FailureDetails withMayHaveTakenEffect(boolean mayHaveTakenEffect) {
        return with(copy -> copy.mayHaveTakenEffect = mayHaveTakenEffect);
    }

    /**
     * {@return these facts with the pause that the service requested}
     *
     * @param retryAfter the pause
     */
    public FailureDetails withRetryAfter(@Nullable Duration retryAfter) {
        return with(copy -> copy.retryAfter = retryAfter);
    }

    /**
     * {@return these facts with the request that failed}
     *
     * @param url its address without a query, or null
     * @param requestId its identifier, or null
     */
    public FailureDetails withRequest(@Nullable String url, @Nullable String requestId) {
        return with(copy -> {
            copy.url = url;
            copy.requestId = requestId;
        });
    }

    /**
     * {@return these facts with what to do about the failure}
     *
     * @param hint one or more sentences, or null
     */
    public FailureDetails withHint(@Nullable String hint) {
        return with(copy -> copy.hint = hint);
    }

    private FailureDetails with(Consumer<FailureDetails> change) {
        FailureDetails copy = new FailureDetails(operation);
        copy.attempts = attempts;
        copy.httpStatus = httpStatus;
        copy.code = code;
        copy.serverMessage = serverMessage;
        copy.rawBody = rawBody;
        copy.mayHaveTakenEffect = mayHaveTakenEffect;
        copy.retryAfter = retryAfter;
        copy.url = url;
        copy.requestId = requestId;
        copy.hint = hint;
        change.accept(copy);
        return copy;
    }

    /** {@return the operation that was called} */
    public ApiOperation operation() {
        return operation;
    }

    /** {@return how often the request was sent; 0 if it was never sent} */
    public int attempts() {
        return attempts;
    }

    /** {@return HTTP status of the last response, or 0 if there was none} */
    public int httpStatus() {
        return httpStatus;
    }

    /** {@return {@code code} of the last response, or null if there was none} */
    public @Nullable Integer code() {
        return code;
    }

    /** {@return the message of the service, or null if it sent none} */
    public @Nullable String serverMessage() {
        return serverMessage;
    }

    /**
     * {@return beginning of the last response, at most {@value #MAX_RAW_BODY} characters, or null if there was none}
     */
    public @Nullable String rawBody() {
        return rawBody;
    }

    /** {@return whether the operation may have taken effect although the call failed} */
    public boolean mayHaveTakenEffect() {
        return mayHaveTakenEffect;
    }

    /** {@return the pause that the service requested, or null if it requested none} */
    public @Nullable Duration retryAfter() {
        return retryAfter;
    }

    /** {@return the address of the request without its query, or null if it is not known} */
    public @Nullable String url() {
        return url;
    }

    /** {@return the {@code X-Request-Id} of the response, else that of the request; null if it is not known} */
    public @Nullable String requestId() {
        return requestId;
    }

    /** {@return what to do about the failure, or null if the client has no advice} */
    public @Nullable String hint() {
        return hint;
    }

    @Override
    public String toString() {
        return "FailureDetails[" + operation + ", HTTP " + httpStatus + ", code " + code + ", attempts " + attempts
                + ", mayHaveTakenEffect " + mayHaveTakenEffect + "]";
    }
}
