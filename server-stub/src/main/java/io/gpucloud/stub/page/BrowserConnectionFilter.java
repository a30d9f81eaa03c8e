package io.gpucloud.stub.page;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;

/**
 * Closes the connection after each request of a browser. If a reused connection is reset, a browser silently repeats the request,
 * even a POST. A fault that loses the response to a create request would then create two instances from one click.
 */
final class BrowserConnectionFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    /** Browsers send it with every request. Other clients do not. */
    private static final String OF_BROWSERS = "Sec-Fetch-Site";

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean isBrowser = request.getHeader(OF_BROWSERS) != null;
        chain.doFilter(request, isBrowser ? new LastingHeaders(response, BrowserConnectionFilter::close) : response);
    }

    private static void close(HttpServletResponse response) {
        response.setHeader(HttpHeaders.CONNECTION, "close");
    }
}
