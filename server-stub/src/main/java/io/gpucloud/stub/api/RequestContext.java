package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.api.contract.ApiOperation;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is found out about a request on its way in, kept with the request for those who come after. */
final class RequestContext {

    private static final String ATTRIBUTE = RequestContext.class.getName();

    private @Nullable ApiOperation operation;
    private @Nullable AccountKey caller;
    private byte @Nullable [] body;
    private @Nullable String fault;
    private @Nullable Integer code;
    private boolean reset;
    private Ending ending = () -> {};

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

    AccountKey caller() {
        return Objects.requireNonNull(caller, "a public operation has no caller");
    }

    void caller(AccountKey caller) {
        this.caller = caller;
    }

    byte @Nullable [] body() {
        return body;
    }

    void body(byte[] body) {
        this.body = body;
    }

    /** The result code that is answered, or null if the answer has none. */
    @Nullable
    Integer code() {
        return code;
    }

    void code(@Nullable Integer code) {
        this.code = code;
    }

    /** The fault that struck, by its identifier. */
    @Nullable
    String fault() {
        return fault;
    }

    void fault(String fault) {
        this.fault = fault;
    }

    /** Whether the connection was reset instead of an answer. */
    boolean isReset() {
        return reset;
    }

    void reset() {
        reset = true;
    }

    /** What is still done once the request is recorded. */
    interface Ending {
        void end() throws IOException;
    }

    void ending(Ending ending) {
        this.ending = ending;
    }

    void end() throws IOException {
        ending.end();
    }
}
