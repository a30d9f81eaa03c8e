package io.gpucloud.stub.api;

import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.BearerToken;
import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.settings.Assumptions.PublicOperationKey;
import io.gpucloud.stub.store.ConflictException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Requires an API key for every operation that is not public. Rejects with 401 or 403. */
final class AuthenticationFilter extends ApiFilter {

    private final ApiKeys keys;
    private final PublicOperationKey publicKeys;

    /**
     * Creates the filter.
     *
     * @param publicKeys whether the key of a request to a public operation is checked
     */
    AuthenticationFilter(ApiKeys keys, PublicOperationKey publicKeys, ApiErrorHandler errors) {
        super(errors);
        this.keys = keys;
        this.publicKeys = publicKeys;
    }

    @Override
    void filter(RequestContext context, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        ApiOperation operation = Objects.requireNonNull(context.operation());
        if (operation.secured()) {
            context.apiKey(require(context, request, operation));
        } else if (publicKeys == PublicOperationKey.CHECKED && request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            require(context, request, operation);
        }
        chain.doFilter(request, response);
    }

    /**
     * Requires a usable API key.
     *
     * @throws ApiException if the key is missing, not active, or lacks the permission
     */
    private String require(RequestContext context, HttpServletRequest request, ApiOperation operation) {
        String token = token(request);
        if (token == null) {
            throw unauthorized(context, "the request needs one header Authorization: Bearer KEY");
        }
        ApiKey key = find(token).orElseThrow(() -> unauthorized(context, KeyForm.whyUnknown(token)));
        if (key.status() != ApiKey.Status.ACTIVE) {
            throw unauthorized(context, "the key is " + key.status().name().toLowerCase(Locale.ROOT));
        }
        if (key.permission() == ApiKey.Permission.READ_ONLY
                && operation.method().equals("POST")) {
            throw ApiException.of(HttpError.FORBIDDEN);
        }
        return token;
    }

    private static ApiException unauthorized(RequestContext context, String hint) {
        context.hint(hint);
        return ApiException.of(HttpError.UNAUTHORIZED);
    }

    /** The token of a request, valid or not; null if there is none. */
    static @Nullable String token(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION));
        // Two headers contradict each other, so neither counts.
        return headers.size() == 1 ? token(headers.get(0)) : null;
    }

    /** The token of a header; null if the header has another form. */
    static @Nullable String token(@Nullable String header) {
        String token = BearerToken.of(header);
        return token == null || token.isEmpty() || token.chars().anyMatch(Character::isWhitespace) ? null : token;
    }

    private Optional<ApiKey> find(String token) {
        try {
            return keys.find(token);
        } catch (ConflictException full) {
            throw ApiException.forbidden(String.valueOf(full.getMessage()));
        }
    }
}
