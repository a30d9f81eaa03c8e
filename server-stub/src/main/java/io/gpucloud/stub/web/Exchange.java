package io.gpucloud.stub.web;

import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.web.api.ApiOperation;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What is found out about a request on its way in, kept with the request. */
final class Exchange {

    private static final String OPERATION = Exchange.class.getName() + ".operation";
    private static final String CALLER = Exchange.class.getName() + ".caller";
    private static final String BODY = Exchange.class.getName() + ".body";

    private Exchange() {}

    static @Nullable ApiOperation operation(HttpServletRequest request) {
        return (ApiOperation) request.getAttribute(OPERATION);
    }

    static void operation(HttpServletRequest request, ApiOperation operation) {
        request.setAttribute(OPERATION, operation);
    }

    static AccountKey caller(HttpServletRequest request) {
        return (AccountKey) Objects.requireNonNull(request.getAttribute(CALLER), "a public operation has no caller");
    }

    static void caller(HttpServletRequest request, AccountKey caller) {
        request.setAttribute(CALLER, caller);
    }

    static byte[] body(HttpServletRequest request) {
        return (byte[]) Objects.requireNonNull(request.getAttribute(BODY));
    }

    static void body(HttpServletRequest request, byte[] body) {
        request.setAttribute(BODY, body);
    }
}
