package io.gpucloud.stub.page;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Sets security headers on everything except the public API: content only from this origin, no framing, no referrer. The public API has
 * the headers of the service and no others.
 */
final class SecurityHeadersFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final String OURS =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The script of the renderer contains its styles, and its icons and fonts as data URLs. */
    private static final String REFERENCE =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                    + "font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String path = request.getRequestURI();
        if (path.startsWith("/api/")) {
            chain.doFilter(request, response);
        } else {
            String policy = path.equals("/docs") ? REFERENCE : OURS;
            chain.doFilter(request, new LastingHeaders(response, headers -> set(headers, policy)));
        }
    }

    private static void set(HttpServletResponse response, String contentSecurityPolicy) {
        response.setHeader("Content-Security-Policy", contentSecurityPolicy);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("X-Frame-Options", "DENY");
        response.setHeader("Referrer-Policy", "no-referrer");
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    }
}
