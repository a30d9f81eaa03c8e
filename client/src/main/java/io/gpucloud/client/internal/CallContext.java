package io.gpucloud.client.internal;

import feign.Request;
import io.gpucloud.client.ApiKey;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.internal.ResponseClassifier.Classification;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The state of one call, which its steps share. It is used only by the thread of the call. Each value has one step that
 * sets it.
 */
final class CallContext {

    /**
     * The header that identifies a request: to the service, and in its responses. The documentation of the service
     * names none.
     */
    static final String REQUEST_ID = "X-Request-Id";

    private static final int MAX_REQUEST_ID = 200;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7e]");

    private final ApiOperation operation;
    private final String url;
    private final String baseUrl;
    private final Type returnType;
    private final Request.Options limits;
    private final Deadline deadline;
    private final ResponseMemory memory;

    private CallListener.Call listener = Listeners.SILENT;
    private int attempts;
    private String sentRequestId = UUID.randomUUID().toString();
    private boolean inDoubt;
    private @Nullable ApiKey key;
    private @Nullable RawResponse response;
    private Classification outcome = Classification.NOT_SENT;
    private @Nullable ApiKey renewedKey;
    private boolean keyRenewed;

    /** A call begins. {@code baseUrl} has no slash at its end, and {@code limits} are the timeouts of one attempt. */
    CallContext(Request request, String baseUrl, Request.Options limits, Deadline deadline) {
        // An interceptor may have added a secret to the query.
        url = Operations.withoutQuery(request.url());
        this.baseUrl = baseUrl;
        operation = Operations.of(request, url.substring(baseUrl.length()));
        returnType = request.requestTemplate().methodMetadata().returnType();
        this.limits = limits;
        this.deadline = deadline;
        memory = new ResponseMemory(deadline);
    }

    String baseUrl() {
        return baseUrl;
    }

    ApiOperation operation() {
        return operation;
    }

    Type returnType() {
        return returnType;
    }

    Deadline deadline() {
        return deadline;
    }

    /** Of the response to the current attempt. {@link DecodingClient} releases it. */
    ResponseMemory memory() {
        return memory;
    }

    /** Receives the events of this call. */
    CallListener.Call listener() {
        return listener;
    }

    /** Set by {@link ObservingClient}. */
    void setListener(CallListener.Call listener) {
        this.listener = listener;
    }

    /** Number of the current attempt, from 1; 0 before the first one. */
    int attempts() {
        return attempts;
    }

    /** Called by {@link RetryingClient}. Clears what belongs to the previous attempt. */
    void beginAttempt() {
        attempts++;
        key = null;
        response = null;
        outcome = Classification.NOT_SENT;
    }

    /** Set by {@link RetryingClient}: whether an earlier attempt may have taken effect. */
    void setInDoubt(boolean inDoubt) {
        this.inDoubt = inDoubt;
    }

    /** The request identifier that is sent with each attempt. */
    String sentRequestId() {
        return sentRequestId;
    }

    /** Set by {@link AuthenticatingClient}, because an interceptor or a listener may have chosen another identifier. */
    void setSentRequestId(String sentRequestId) {
        this.sentRequestId = sentRequestId;
    }

    /** The key that the current attempt sends, or null. */
    @Nullable
    ApiKey key() {
        return key;
    }

    /** Set by {@link AuthenticatingClient}. */
    void setKey(@Nullable ApiKey key) {
        this.key = key;
    }

    /** The response to the current attempt, or null. */
    @Nullable
    RawResponse response() {
        return response;
    }

    /** Set by {@link DecodingClient}. */
    void setResponse(RawResponse response) {
        this.response = response;
    }

    /** The outcome of the current attempt. */
    Classification outcome() {
        return outcome;
    }

    /** Set by {@link DecodingClient} and its {@link EnvelopeDecoder}. */
    void setOutcome(Classification outcome) {
        this.outcome = outcome;
    }

    /** Requests another key than the rejected one, once per call. */
    void renewKey(UnaryOperator<@Nullable ApiKey> otherThan) {
        if (key != null && !keyRenewed) {
            keyRenewed = true;
            renewedKey = otherThan.apply(key);
        }
    }

    boolean hasRenewedKey() {
        return renewedKey != null;
    }

    @Nullable
    ApiKey takeRenewedKey() {
        ApiKey renewed = renewedKey;
        renewedKey = null;
        return renewed;
    }

    /** The facts of a failure of the current attempt. An earlier attempt may have taken effect, too. */
    FailureDetails failed(boolean mayHaveTakenEffect) {
        boolean doubtful = inDoubt || (mayHaveTakenEffect && !Operations.onlyReads(operation));
        return FailureDetails.of(operation)
                .withAttempts(attempts)
                .withMayHaveTakenEffect(doubtful)
                .withRequest(url, requestId());
    }

    /** The request identifier of the service if the response has one, else the one that was sent; without the key. */
    String requestId() {
        String returned = response == null ? null : response.header(REQUEST_ID);
        String id = ApiKeyRedactor.mask(key, returned == null || returned.isBlank() ? sentRequestId : returned.strip());
        String printable = UNPRINTABLE.matcher(id).replaceAll("?");
        return printable.length() <= MAX_REQUEST_ID ? printable : printable.substring(0, MAX_REQUEST_ID);
    }

    /**
     * Returns the limit for establishing a connection: the connect timeout, or the rest of the deadline if that is
     * shorter.
     */
    Duration connectLimit() {
        return withinDeadline(
                Duration.of(limits.connectTimeout(), limits.connectTimeoutUnit().toChronoUnit()));
    }

    /** The longest wait for the next byte of the response. */
    Duration readLimit() {
        return withinDeadline(
                Duration.of(limits.readTimeout(), limits.readTimeoutUnit().toChronoUnit()));
    }

    /** To Feign, a timeout of zero means none. */
    private Duration withinDeadline(Duration limit) {
        Duration left = deadline.left();
        return limit.isZero() || limit.compareTo(left) > 0 ? left : limit;
    }
}
