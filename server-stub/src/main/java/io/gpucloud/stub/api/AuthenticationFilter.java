package io.gpucloud.stub.api;

import io.gpucloud.stub.api.contract.ApiOperation;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Requires an API key for every operation that is not public. Rejects with 401 or 403. */
final class AuthenticationFilter extends ApiFilter {

    private static final long serialVersionUID = 1L;

    private final transient Authentication authentication;

    AuthenticationFilter(Authentication authentication, ApiErrorHandler errors) {
        super(errors);
        this.authentication = authentication;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ApiOperation operation = context.operation();
        if (operation != null && operation.secured()) {
            context.apiKey(authentication.require(request, operation));
        }
        chain.doFilter(request, response);
    }
}
