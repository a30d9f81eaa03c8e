package io.gpucloud.stub.api;

import io.gpucloud.stub.auth.Permit;
import io.gpucloud.stub.auth.RateLimiter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Limits the requests of each API key. Rejects those above the limit with 429. */
final class RateLimitFilter extends ApiFilter {

    private final RateLimiter limiter;

    RateLimitFilter(RateLimiter limiter, ApiErrorHandler errors) {
        super(errors);
        this.limiter = limiter;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        Permit permit = acquire(context.apiKey());
        try {
            chain.doFilter(request, response);
        } finally {
            permit.release();
        }
    }

    private Permit acquire(@Nullable String apiKey) {
        try {
            return apiKey == null ? RateLimiter.UNLIMITED : limiter.enter(apiKey);
        } catch (RateLimiter.ExceededException exceeded) {
            throw ApiException.tooManyRequests(exceeded.retryAfter());
        }
    }
}
