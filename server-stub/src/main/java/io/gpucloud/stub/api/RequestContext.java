package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.TriggeredFaults;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of a request in the pipeline. Each value is written by one filter: the operation by {@link RoutingFilter},
 * the API key and the hint by {@link AuthenticationFilter}, the body by {@link RequestBodyFilter}, the faults, a
 * missing response and the ending by {@link FaultFilter}, which also keeps the body if it responds itself. The result
 * code is the exception: the code that produces the response writes it.
 */
final class RequestContext {

    private static final String ATTRIBUTE = RequestContext.class.getName();

    private @Nullable ApiOperation operation;
    private @Nullable String apiKey;
    private byte @Nullable [] body;
    private boolean bodyAbandoned;
    private List<String> faults = List.of();
    private ResponseEffect.@Nullable Kind effect;
    private boolean carriedOut;
    private byte @Nullable [] performedBody;
    private @Nullable Integer code;
    private @Nullable String hint;
    private boolean withoutResponse;
    private Ending ending = response -> {};

    private RequestContext() {}

    static RequestContext of(HttpServletRequest request) {
        RequestContext known = (RequestContext) request.getAttribute(ATTRIBUTE);
        if (known != null) {
            return known;
        }
        RequestContext begun = new RequestContext();
        request.setAttribute(ATTRIBUTE, begun);
        return begun;
    }

    @Nullable
    ApiOperation operation() {
        return operation;
    }

    void operation(ApiOperation operation) {
        this.operation = operation;
    }

    /** Whether the operation takes a body. */
    boolean hasBody() {
        return operation != null && operation.method().equals("POST");
    }

    /** The whole API key, or null for a public operation. */
    @Nullable
    String apiKey() {
        return apiKey;
    }

    void apiKey(String apiKey) {
        this.apiKey = apiKey;
    }

    /** The reason why the API key was rejected. The journal has it, and the response does not. */
    @Nullable
    String hint() {
        return hint;
    }

    void hint(String hint) {
        this.hint = hint;
    }

    /** The account of the API key. */
    AccountKey account() {
        return new AccountKey(Objects.requireNonNull(apiKey, "a public operation has no account"));
    }

    byte @Nullable [] body() {
        return body;
    }

    void body(byte[] body) {
        this.body = body;
    }

    /** Whether the body was rejected before its end, so that nothing more of it is read. */
    boolean isBodyAbandoned() {
        return bodyAbandoned;
    }

    void abandonBody() {
        bodyAbandoned = true;
    }

    /** The result code of the response, or null if it has none. */
    @Nullable
    Integer code() {
        return code;
    }

    void code(@Nullable Integer code) {
        this.code = code;
    }

    /** The identifiers of the faults that were triggered, first the one that decides the response. */
    List<String> faults() {
        return faults;
    }

    /** The effect of the fault that decides the response, or null without faults. */
    ResponseEffect.@Nullable Kind effect() {
        return effect;
    }

    void faults(TriggeredFaults triggered) {
        faults = triggered.ids();
        effect = triggered.effect().kind();
    }

    /** Whether the operation was performed and succeeded. With a fault, the code of the response does not say it. */
    boolean isCarriedOut() {
        return effect == null ? hasSucceeded() : carriedOut;
    }

    /** The operation was performed, and responded with this body before a fault changes the response. */
    void performed(byte[] responseBody) {
        carriedOut = hasSucceeded();
        performedBody = responseBody;
    }

    /**
     * The body with which the operation responded and which the caller does not get as it is, or null if there is none.
     */
    byte @Nullable [] unsentBody() {
        return effect == ResponseEffect.Kind.NONE ? null : performedBody;
    }

    private boolean hasSucceeded() {
        return code != null && code == ResultCodes.SUCCESS;
    }

    /** Whether the connection breaks before the caller has a status. */
    boolean isWithoutResponse() {
        return withoutResponse;
    }

    void withoutResponse() {
        withoutResponse = true;
    }

    /** An action on the connection, after the request is in the journal. */
    interface Ending {
        void end(HttpServletResponse response) throws IOException;
    }

    void ending(Ending ending) {
        this.ending = ending;
    }

    void end(HttpServletResponse response) throws IOException {
        ending.end(response);
    }
}
