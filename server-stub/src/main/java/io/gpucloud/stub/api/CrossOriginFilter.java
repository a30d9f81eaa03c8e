package io.gpucloud.stub.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.HttpHeaders;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;

/**
 * Allows web pages of configured origins to call the public API (CORS). It responds to preflight requests itself, so they are not in the
 * journal. If an error or a fault resets the response, the headers of this filter are kept; otherwise a page could not read the
 * response.
 */
final class CrossOriginFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final Duration PREFLIGHT_AGE = Duration.ofMinutes(10);

    private final transient CorsFilter cors;

    CrossOriginFilter(List<String> origins) {
        CorsConfiguration allowed = new CorsConfiguration();
        allowed.setAllowedOrigins(origins);
        allowed.setAllowedMethods(List.of("GET", "POST"));
        allowed.setAllowedHeaders(List.of(CorsConfiguration.ALL));
        allowed.setExposedHeaders(List.of(HttpHeaders.RETRY_AFTER, HttpHeaders.WWW_AUTHENTICATE));
        allowed.setMaxAge(PREFLIGHT_AGE);
        UrlBasedCorsConfigurationSource everywhere = new UrlBasedCorsConfigurationSource();
        everywhere.registerCorsConfiguration("/**", allowed);
        cors = new CorsFilter(everywhere);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        cors.doFilter(
                request,
                response,
                (same, allowed) -> chain.doFilter(same, new KeptHeaders((HttpServletResponse) allowed)));
    }

    /** A response that keeps its first headers when it is reset. */
    private static final class KeptHeaders extends HttpServletResponseWrapper {

        private final Map<String, List<String>> kept = new TreeMap<>();

        KeptHeaders(HttpServletResponse response) {
            super(response);
            response.getHeaderNames().forEach(name -> kept.put(name, List.copyOf(response.getHeaders(name))));
        }

        @Override
        public void reset() {
            super.reset();
            kept.forEach((name, values) -> values.forEach(value -> addHeader(name, value)));
        }
    }
}
