package io.gpucloud.stub.api;

import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.fault.AnswerFault;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;

/** Spoils an answer as a fault says. */
final class FaultResponses {

    private static final String HTML = """
            <!DOCTYPE html>
            <html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>
            """;

    private final ApiErrorHandler errors;
    private final Scheduler waits;

    FaultResponses(ApiErrorHandler errors, Scheduler waits) {
        this.errors = errors;
        this.waits = waits;
    }

    void serve(AnswerFault fault, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        waits.pause(fault.delayMillis());
        BufferedResponse unsent = new BufferedResponse(response);
        if (fault.effect().operationHappens()) {
            chain.doFilter(request, unsent);
        }
        switch (fault.effect()) {
            case NONE -> response.getOutputStream().write(unsent.body());
            case RESPOND, RESPOND_AFTER_EFFECT -> respond(fault.answer(), request, response);
            case RESET_CONNECTION, RESET_AFTER_EFFECT -> reset(request);
            case TRUNCATE_BODY -> truncate(unsent.body(), request, response);
            case HTML_BODY -> respondWith(HTML, MediaType.TEXT_HTML_VALUE, fault.answer(), request, response);
        }
    }

    private void respond(AnswerFault.Answer answer, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (answer.body() != null) {
            respondWith(answer.body(), MediaType.APPLICATION_JSON_VALUE, answer, request, response);
        } else {
            response.reset();
            setRetryAfter(answer, response);
            errors.respond(HttpStatusCode.valueOf(answer.status()), answer.code(), answer.msg(), request, response);
        }
    }

    private static void respondWith(
            String body,
            String contentType,
            AnswerFault.Answer answer,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        response.reset();
        setRetryAfter(answer, response);
        RequestContext.of(request).code(null);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        response.setStatus(answer.status());
        response.setContentType(contentType);
        response.getOutputStream().write(bytes);
    }

    private static void setRetryAfter(AnswerFault.Answer answer, HttpServletResponse response) {
        if (answer.retryAfter() != null) {
            response.setHeader(HttpHeaders.RETRY_AFTER, String.valueOf(answer.retryAfter()));
        }
    }

    /** Announces the whole body and sends the first half of it. */
    private static void truncate(byte[] body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setContentLength(body.length);
        response.getOutputStream().write(body, 0, body.length / 2);
        RequestContext.of(request).ending(sent -> {
            sent.flushBuffer();
            TomcatConnections.close(request);
        });
    }

    private static void reset(HttpServletRequest request) {
        RequestContext.of(request).reset();
        TomcatConnections.reset(request);
    }
}
