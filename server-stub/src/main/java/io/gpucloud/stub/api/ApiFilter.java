package io.gpucloud.stub.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A step of the request pipeline. A request that it rejects gets its error response here, so the steps before it see a response. */
abstract class ApiFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private final transient ApiErrorHandler errors;

    ApiFilter(ApiErrorHandler errors) {
        this.errors = errors;
    }

    @Override
    protected final void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            filter(RequestContext.of(request), request, response, chain);
        } catch (ApiException rejection) {
            errors.rejected(rejection, request, response);
        }
    }

    /**
     * Checks or prepares a request, and passes it on.
     *
     * @throws ApiException if the request is rejected
     */
    abstract void filter(
            RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException;
}
