package io.gpucloud.stub.page;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;

/**
 * Sets headers for browsers. Everything except the public API has security headers: content only from this origin, no
 * framing, no referrer. The public API has the headers of the service and no others.
 *
 * <p>The connection of a browser is closed after each request. If a reused connection is reset, a browser silently
 * repeats the request, even a POST. A fault that loses the response to a create request would then create two instances
 * from one click.
 */
final class BrowserHeadersFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private static final String OURS =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The script of the renderer contains its styles, and its icons and fonts as data URLs. */
    private static final String REFERENCE =
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                    + "font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** Browsers send it with every request. Other clients do not. */
    private static final String OF_BROWSERS = "Sec-Fetch-Site";

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String path = request.getRequestURI();
        if (!path.startsWith("/api/")) {
            response.setHeader("Content-Security-Policy", path.equals("/docs") ? REFERENCE : OURS);
            response.setHeader("X-Content-Type-Options", "nosniff");
            response.setHeader("X-Frame-Options", "DENY");
            response.setHeader("Referrer-Policy", "no-referrer");
            response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
            response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
        }
        if (request.getHeader(OF_BROWSERS) != null) {
            response.setHeader(HttpHeaders.CONNECTION, "close");
        }
        chain.doFilter(request, response);
    }
}
