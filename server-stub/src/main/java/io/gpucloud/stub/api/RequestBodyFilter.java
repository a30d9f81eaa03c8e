package io.gpucloud.stub.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Reads the body. Rejects a body that is too large with 413 or too slow with 408, and with 429 if too many bodies are incomplete. */
final class RequestBodyFilter extends ApiFilter {

    private static final long serialVersionUID = 1L;

    private final transient RequestBodyReader bodies;
    private final transient Authentication authentication;

    RequestBodyFilter(RequestBodyReader bodies, Authentication authentication, ApiErrorHandler errors) {
        super(errors);
        this.bodies = bodies;
        this.authentication = authentication;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (context.hasBody()) {
            bodies.readInto(context, request);
        }
        String apiKey = context.apiKey();
        if (apiKey != null && (context.hasBody() || !context.faults().isEmpty())) {
            // The account may have been deleted while the body arrived. The operation would create it again.
            authentication.requireStill(apiKey);
        }
        chain.doFilter(request, response);
    }
}
