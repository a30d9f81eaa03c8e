package io.gpucloud.stub.web;

import io.gpucloud.stub.control.AnswerFault;
import io.gpucloud.stub.control.Waits;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;

/** Spoils an answer as a fault says. */
final class FaultyAnswers {

    private static final String HTML = """
            <!DOCTYPE html>
            <html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>
            """;

    private final ApiErrors errors;
    private final Waits waits;

    FaultyAnswers(ApiErrors errors, Waits waits) {
        this.errors = errors;
        this.waits = waits;
    }

    /** Serves a request as usual. */
    interface Service {
        void serve(HttpServletRequest request, HttpServletResponse response) throws IOException, ServletException;
    }

    /** Whether the operation happens all the same. */
    static boolean serves(AnswerFault fault) {
        return switch (fault.effect()) {
            case NONE, RESPOND_AFTER_EFFECT, RESET_AFTER_EFFECT, TRUNCATE_BODY -> true;
            case RESPOND, RESET_CONNECTION, HTML_BODY -> false;
        };
    }

    void serve(AnswerFault fault, HttpServletRequest request, HttpServletResponse response, Service service)
            throws IOException, ServletException {
        waits.pause(fault.delayMillis());
        switch (fault.effect()) {
            case NONE -> service.serve(request, response);
            case RESPOND -> respond(fault.answer(), request, response);
            case RESPOND_AFTER_EFFECT -> {
                service.serve(request, new UnsentResponse(response));
                respond(fault.answer(), request, response);
            }
            case RESET_CONNECTION -> reset(request);
            case RESET_AFTER_EFFECT -> {
                service.serve(request, new UnsentResponse(response));
                reset(request);
            }
            case TRUNCATE_BODY -> {
                UnsentResponse unsent = new UnsentResponse(response);
                service.serve(request, unsent);
                truncate(unsent.body(), request, response);
            }
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
            errors.answer(HttpStatusCode.valueOf(answer.status()), answer.code(), answer.msg(), request, response);
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
        Exchange.of(request).code(null);
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
        Exchange.of(request).ending(() -> {
            response.flushBuffer();
            Connections.close(request);
        });
    }

    private static void reset(HttpServletRequest request) {
        Exchange.of(request).reset();
        Connections.reset(request);
    }
}
