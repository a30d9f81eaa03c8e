package io.gpucloud.stub.api;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * A step of the request pipeline. A request that it rejects gets its error response here, so the steps before it see a
 * response.
 */
abstract class ApiFilter implements Filter {

    private final ApiErrorHandler errors;

    ApiFilter(ApiErrorHandler errors) {
        this.errors = errors;
    }

    @Override
    public final void doFilter(ServletRequest servletRequest, ServletResponse servletResponse, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest request = (HttpServletRequest) servletRequest;
        HttpServletResponse response = (HttpServletResponse) servletResponse;
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
