package io.gpucloud.stub.web;

import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.web.api.ApiOperation;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.MimeType;

/**
 * Lets in what may come in, and refuses the rest in one order: path, method, key, permission, media types, size of the body
 * (DECISIONS, order of refusals).
 */
final class Gate extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final String BEARER = "bearer ";

    private static final transient Map<String, ApiOperation> OPERATIONS = Arrays.stream(ApiOperation.values())
            .collect(Collectors.toUnmodifiableMap(
                    operation -> WebConfiguration.BASE_PATH + operation.path(), Function.identity()));

    private final transient Keys keys;
    private final transient ApiErrors errors;
    private final int maxBody;

    Gate(Keys keys, ApiErrors errors, int maxBody) {
        this.keys = keys;
        this.errors = errors;
        this.maxBody = maxBody;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            admit(request);
        } catch (Refusal refusal) {
            errors.answer(refusal, request, response);
            return;
        }
        chain.doFilter(request, response);
    }

    private void admit(HttpServletRequest request) throws IOException {
        ApiOperation operation = OPERATIONS.get(request.getRequestURI());
        if (operation == null) {
            throw Refusal.notFound();
        }
        Exchange.operation(request, operation);
        if (!operation.method().equals(request.getMethod())) {
            throw Refusal.methodNotAllowed(operation.method());
        }
        if (operation.secured()) {
            authenticate(request, operation);
        }
        if (operation.method().equals("POST")) {
            requireJson(request.getContentType());
        }
        requireJsonAccepted(request.getHeader(HttpHeaders.ACCEPT));
        if (operation.method().equals("POST")) {
            Exchange.body(request, body(request));
        }
    }

    private void authenticate(HttpServletRequest request, ApiOperation operation) {
        String token = token(request);
        Keys.Key key;
        try {
            key = keys.find(token).orElseThrow(Refusal::notLoggedIn);
        } catch (Keys.TooManyTenantsException e) {
            throw Refusal.tooManyTenants();
        }
        if (key.status() != Keys.Status.ACTIVE) {
            throw Refusal.notLoggedIn();
        }
        if (key.permission() == Keys.Permission.READ_ONLY && operation.method().equals("POST")) {
            throw Refusal.noPermission();
        }
        Exchange.caller(request, keys.account(token));
    }

    /** The one token behind the scheme, whose case does not matter. */
    private static String token(HttpServletRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            throw Refusal.notLoggedIn();
        }
        String token = header.substring(BEARER.length()).strip();
        if (token.isEmpty() || token.chars().anyMatch(Character::isWhitespace)) {
            throw Refusal.notLoggedIn();
        }
        return token;
    }

    private static void requireJson(@Nullable String contentType) {
        if ("application/json".equals(contentType)) {
            return;
        }
        try {
            MimeType type = contentType == null ? null : MediaType.parseMediaType(contentType);
            if (type == null
                    || !type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                    || (type.getCharset() != null && !type.getCharset().name().equals("UTF-8"))) {
                throw Refusal.unsupportedMediaType();
            }
        } catch (IllegalArgumentException malformed) {
            throw Refusal.unsupportedMediaType();
        }
    }

    private static void requireJsonAccepted(@Nullable String accept) {
        if (accept == null || accept.equals("*/*") || accept.equals("application/json")) {
            return;
        }
        try {
            boolean accepted = MediaType.parseMediaTypes(accept).stream()
                    .anyMatch(type -> type.includes(MediaType.APPLICATION_JSON) && type.getQualityValue() > 0);
            if (!accepted) {
                throw Refusal.notAcceptable();
            }
        } catch (IllegalArgumentException malformed) {
            throw Refusal.notAcceptable();
        }
    }

    private byte[] body(HttpServletRequest request) throws IOException {
        if (request.getContentLengthLong() > maxBody) {
            throw Refusal.bodyTooLarge();
        }
        byte[] body = request.getInputStream().readNBytes(maxBody + 1);
        if (body.length > maxBody) {
            throw Refusal.bodyTooLarge();
        }
        return body;
    }
}
