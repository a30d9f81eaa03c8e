package io.gpucloud.client.error;

import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.internal.ForeignText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A call that did not succeed. The subclass names the reason. Neither the exception nor its causes contain the API key:
 * exceptions of the HTTP libraries that could contain it are not used as causes.
 */
public abstract class GpuCloudException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_QUOTE = 500;

    private final FailureDetails failure;
    private final String summary;

    /**
     * Creates the exception.
     *
     * @param summary what happened, for people. Shorten text of the service by {@link #quote(String)}
     * @param failure the facts
     * @param cause the cause, or null
     */
    protected GpuCloudException(String summary, FailureDetails failure, @Nullable Throwable cause) {
        this(failure.operation().id() + ": ", summary, failure, cause);
    }

    /** Creates an exception whose message starts with another text than the operation. */
    GpuCloudException(String heading, String summary, FailureDetails failure, @Nullable Throwable cause) {
        super(message(heading + summary, failure), cause);
        this.failure = failure;
        this.summary = ForeignText.onOneLine(summary);
    }

    private static String message(String summary, FailureDetails failure) {
        String message = ForeignText.onOneLine(summary) + " (" + String.join(", ", facts(failure)) + ")";
        return failure.hint() == null ? message : message + ". " + ForeignText.onOneLine(failure.hint());
    }

    private static List<String> facts(FailureDetails failure) {
        ApiOperation operation = failure.operation();
        List<String> facts = new ArrayList<>();
        facts.add(operation.method() + " " + (failure.url() == null ? operation.path() : failure.url()));
        if (failure.httpStatus() != 0) {
            facts.add("HTTP " + failure.httpStatus());
        }
        if (failure.code() != null) {
            facts.add("code " + failure.code());
        }
        if (failure.retryAfter() != null) {
            facts.add("Retry-After " + failure.retryAfter().toSeconds() + " s");
        }
        if (failure.attempts() > 1) {
            facts.add(failure.attempts() + " attempts");
        }
        if (failure.mayHaveTakenEffect()) {
            facts.add("may have taken effect");
        }
        if (failure.requestId() != null) {
            facts.add("request ID " + failure.requestId());
        }
        return facts;
    }

    /** The message of the service, or another text if it sent none. */
    static String said(FailureDetails failure, String otherwise) {
        String said = failure.serverMessage();
        return said == null || said.isBlank() ? otherwise : quote(said);
    }

    /**
     * Shortens a text of the service, so that it does not fill a log. Subclasses use it in their summaries, which are
     * not shortened themselves.
     *
     * @param said the text of the service, of any length
     * @return the text as one line, cut after 500 characters
     */
    protected static String quote(String said) {
        String line = ForeignText.onOneLine(said);
        return line.length() <= MAX_QUOTE ? line : line.substring(0, MAX_QUOTE) + "...";
    }

    /**
     * {@return what happened, in one line, without the facts that the message adds} It is for people: do not parse it.
     */
    public final String summary() {
        return summary;
    }

    /** {@return the facts of the failed call} */
    public final FailureDetails failure() {
        return failure;
    }

    /** {@return the operation that did not succeed} */
    public final ApiOperation operation() {
        return failure.operation();
    }

    /** {@return the HTTP status of the last response, or empty if there was no response} */
    public final OptionalInt httpStatus() {
        return failure.httpStatus() == 0 ? OptionalInt.empty() : OptionalInt.of(failure.httpStatus());
    }

    /**
     * {@return the {@code code} of the last response, or empty if there was none} In the alternative form of an error,
     * the HTTP status.
     */
    public final Optional<ResultCode> code() {
        return Optional.ofNullable(failure.code()).map(ResultCode::of);
    }

    /** {@return the message of the service, for people, or empty if there was none} Do not parse it. */
    public final Optional<String> serverMessage() {
        return Optional.ofNullable(failure.serverMessage());
    }

    /**
     * {@return the identifier of the last request, or empty if it is not known} It is the {@code X-Request-Id} that the
     * service returned, or else the one that the client sent. Name it when you report the failure to the service.
     */
    public final Optional<String> requestId() {
        return Optional.ofNullable(failure.requestId());
    }

    /** {@return the address of the request without its query, or empty if it is not known} */
    public final Optional<String> url() {
        return Optional.ofNullable(failure.url());
    }

    /**
     * {@return at most {@value FailureDetails#MAX_RAW_BODY} characters of the last body, without the API key; empty
     * without a response}
     */
    public final Optional<String> rawBody() {
        return Optional.ofNullable(failure.rawBody());
    }

    /** {@return how often the call was sent; 0 if nothing was sent} */
    public final int attempts() {
        return failure.attempts();
    }

    /**
     * {@return whether the operation may have taken effect although the call failed} The request was sent, and no
     * response says what happened. If true, check before you call again: a created instance may cost money. Always
     * false for operations that only read.
     */
    public final boolean mayHaveTakenEffect() {
        return failure.mayHaveTakenEffect();
    }

    /**
     * Returns whether the API key is the reason of the failure: it is missing, was rejected, or lacks a permission.
     * Another call fails too until the key or its permissions change.
     *
     * @return true if the key is the reason; false if the supplier of the key failed and may succeed the next time
     */
    public boolean isAccessDenied() {
        return false;
    }

    /** {@return the pause that the service requested by {@code Retry-After}, or empty if it requested none} */
    public final Optional<Duration> retryAfter() {
        return Optional.ofNullable(failure.retryAfter());
    }
}
