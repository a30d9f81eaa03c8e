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
 * Lets web pages of some other origins call the public API (CORS). Answers preflight requests itself, so they are in no journal. An error
 * or a fault replaces the response with its headers; the headers of this filter stay, because a page could not read the response
 * otherwise.
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

    /** A response that keeps the headers that it had at first when it is reset. */
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
