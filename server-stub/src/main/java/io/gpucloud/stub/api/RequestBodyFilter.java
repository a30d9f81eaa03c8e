package io.gpucloud.stub.api;

import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.json.TextEncoding;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Reads the body. Before that, it rejects a body that is encoded or not JSON with 415, and a request that does not
 * accept JSON with 406. Rejects a body that is too large with 413 or too slow with 408, and with 429 if too many bodies
 * are incomplete.
 */
final class RequestBodyFilter extends ApiFilter {

    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;
    /** Values of Accept that need no parsing. */
    private static final Set<String> USUAL = Set.of(JSON, MediaType.ALL_VALUE);

    private final RequestBodyReader bodies;
    private final ApiKeys keys;

    RequestBodyFilter(RequestBodyReader bodies, ApiKeys keys, ApiErrorHandler errors) {
        super(errors);
        this.bodies = bodies;
        this.keys = keys;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (context.hasBody()) {
            requireReadable(request);
        }
        if (!acceptsJson(request)) {
            throw ApiException.of(HttpError.NOT_ACCEPTABLE);
        }
        // Spring negotiates none if there is one. It would take 3 % of the CPU of a list.
        response.setContentType(JSON);
        if (context.hasBody()) {
            bodies.readInto(context, request);
        }
        String apiKey = context.apiKey();
        boolean delayed = context.hasBody() || !context.faults().isEmpty();
        if (apiKey != null && delayed && !keys.exists(apiKey)) {
            // The account was deleted while the body arrived. The operation would create it again.
            throw ApiException.of(HttpError.UNAUTHORIZED);
        }
        chain.doFilter(request, response);
    }

    private static void requireReadable(HttpServletRequest request) {
        if (TextEncoding.isCoded(request.getHeaders(HttpHeaders.CONTENT_ENCODING))) {
            throw ApiException.unsupportedCoding();
        }
        if (!isJson(request.getContentType())) {
            throw ApiException.of(HttpError.UNSUPPORTED_MEDIA_TYPE);
        }
    }

    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        if (contentType.equals(JSON)) {
            return true;
        }
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            boolean utf8 = type.getCharset() == null || type.getCharset().name().equals("UTF-8");
            return utf8 && type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /**
     * Several headers are equivalent to one header with all types. The most specific matching type decides (RFC 9110).
     */
    private static boolean acceptsJson(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders(HttpHeaders.ACCEPT));
        if (headers.isEmpty() || (headers.size() == 1 && USUAL.contains(headers.get(0)))) {
            return true;
        }
        try {
            List<MediaType> accepted = MediaType.parseMediaTypes(headers);
            return accepted.isEmpty()
                    || accepted.stream()
                            .filter(type -> type.includes(MediaType.APPLICATION_JSON))
                            .max(Comparator.comparingInt(RequestBodyFilter::specificity))
                            .filter(type -> type.getQualityValue() > 0)
                            .isPresent();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** Spring's own order compares quality first. */
    private static int specificity(MediaType type) {
        return type.isWildcardType() ? 0 : type.isWildcardSubtype() ? 1 : 2;
    }
}
