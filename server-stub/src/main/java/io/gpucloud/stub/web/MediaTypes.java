package io.gpucloud.stub.web;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** JSON in, JSON out. */
final class MediaTypes {

    private static final String JSON = MediaType.APPLICATION_JSON_VALUE;

    private MediaTypes() {}

    /**
     * Refuses a request whose body is not JSON, or that takes no JSON for an answer.
     *
     * @throws Refusal if so
     */
    static void require(HttpServletRequest request, boolean withBody) {
        if (withBody && !isJson(request.getContentType())) {
            throw Refusal.unsupportedMediaType();
        }
        if (!acceptsJson(request.getHeader(HttpHeaders.ACCEPT))) {
            throw Refusal.notAcceptable();
        }
    }

    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null || contentType.equals(JSON)) {
            return contentType != null;
        }
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            boolean utf8 = type.getCharset() == null || type.getCharset().name().equals("UTF-8");
            return utf8 && type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean acceptsJson(@Nullable String accept) {
        if (accept == null || accept.equals("*/*") || accept.equals(JSON)) {
            return true;
        }
        try {
            return MediaType.parseMediaTypes(accept).stream()
                    .anyMatch(type -> type.includes(MediaType.APPLICATION_JSON) && type.getQualityValue() > 0);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }
}
