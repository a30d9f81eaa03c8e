package io.gpucloud.stub.api;

import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.fault.ResponseEffect;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.util.ContentCachingResponseWrapper;

/** Applies the effect of a response fault to a request. */
final class FaultResponses {

    private static final String HTML = """
            <!DOCTYPE html>
            <html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>
            """;

    private final ErrorResponseWriter errors;
    private final Scheduler scheduler;

    FaultResponses(ErrorResponseWriter errors, Scheduler scheduler) {
        this.errors = errors;
        this.scheduler = scheduler;
    }

    void serve(ResponseEffect effect, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        scheduler.pause(effect.delayMillis());
        ContentCachingResponseWrapper buffered = RequestJournalFilter.buffered(response);
        byte[] performed = {};
        if (effect.kind().performsOperation()) {
            chain.doFilter(request, response);
            performed = buffered.getContentAsByteArray();
            RequestContext.of(request).performed(performed);
        }
        if (effect.kind() != ResponseEffect.Kind.NONE) {
            buffered.resetBuffer();
        }
        switch (effect.kind()) {
            case NONE -> {}
            case RESPOND, RESPOND_AFTER_EFFECT -> respond(effect.response(), request, response);
            case RESET_CONNECTION, RESET_AFTER_EFFECT -> reset(request);
            case LOSE_RESPONSE -> lose(request);
            case TRUNCATE_BODY -> truncate(performed, request, buffered);
            case HTML_BODY -> respondWith(HTML, MediaType.TEXT_HTML_VALUE, effect.response(), request, response);
        }
    }

    private void respond(ResponseEffect.Response content, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (content.body() != null) {
            respondWith(content.body(), MediaType.APPLICATION_JSON_VALUE, content, request, response);
        } else {
            setRetryAfter(content, response);
            errors.respond(content.status(), content.code(), content.msg(), request, response);
        }
    }

    private static void respondWith(
            String body,
            String contentType,
            ResponseEffect.Response content,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        setRetryAfter(content, response);
        RequestContext.of(request).code(null);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.setStatus(content.status());
        response.setContentType(contentType);
        response.getOutputStream().write(bytes);
    }

    private static void setRetryAfter(ResponseEffect.Response content, HttpServletResponse response) {
        if (content.retryAfter() != null) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(content.retryAfter()));
        }
    }

    /** Declares the length of the whole body, sends the first half and closes the connection. */
    private static void truncate(byte[] body, HttpServletRequest request, ContentCachingResponseWrapper response)
            throws IOException {
        response.getResponse().setContentLength(body.length);
        response.getOutputStream().write(body, 0, body.length / 2);
        RequestContext.of(request).ending(sent -> {
            sent.flushBuffer();
            TomcatConnections.close(request);
        });
    }

    private static void lose(HttpServletRequest request) {
        RequestContext.of(request).withoutResponse();
        RequestContext.of(request).ending(sent -> TomcatConnections.closeInStatusLine(request));
    }

    private static void reset(HttpServletRequest request) {
        RequestContext.of(request).withoutResponse();
        TomcatConnections.reset(request);
    }
}
