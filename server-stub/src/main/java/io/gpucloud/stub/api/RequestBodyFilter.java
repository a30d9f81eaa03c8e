package io.gpucloud.stub.api;

import io.gpucloud.stub.auth.ApiKeys;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Reads the body. Rejects a body that is too large with 413 or too slow with 408, and with 429 if too many bodies are
 * incomplete.
 */
final class RequestBodyFilter extends ApiFilter {

    private final RequestBodyReader bodies;
    private final ApiKeys keys;

    RequestBodyFilter(RequestBodyReader bodies, ApiKeys keys, ApiErrorHandler errors) {
        super(errors);
        this.bodies = bodies;
        this.keys = keys;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (context.hasBody()) {
            bodies.readInto(context, request);
        }
        String apiKey = context.apiKey();
        boolean delayed = context.hasBody() || !context.faults().isEmpty();
        if (apiKey != null && delayed && !keys.exists(apiKey)) {
            // The account was deleted while the body arrived. The operation would create it again.
            throw ApiException.of(HttpError.UNAUTHORIZED);
        }
        chain.doFilter(request, response);
    }
}
