package io.gpucloud.stub.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.DefaultCorsProcessor;

/** Rejects requests of other origins in the form of the API, and says how to allow them. */
final class OriginCheck extends DefaultCorsProcessor {

    private final ErrorResponseWriter responses;

    OriginCheck(ErrorResponseWriter responses) {
        this.responses = responses;
    }

    @Override
    public boolean processRequest(
            @Nullable CorsConfiguration allowed, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        boolean valid = super.processRequest(allowed, request, response);
        if (!valid) {
            String origin = request.getHeader(HttpHeaders.ORIGIN);
            String reason =
                    "the origin " + origin + ", this method or a header is not allowed; set stub.cors.allowed-origins";
            responses.reject(HttpError.FORBIDDEN, reason, request, response);
        }
        return valid;
    }

    @Override
    protected void rejectRequest(ServerHttpResponse response) {
        // processRequest writes the response.
    }
}
