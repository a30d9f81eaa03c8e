package io.gpucloud.stub.api;

import io.gpucloud.stub.account.AccountError;
import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.journal.FailureLog;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.settings.Assumptions;
import io.gpucloud.stub.settings.StubProperties;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Maps every failure of a request to a response, whether a filter, a controller or a message converter throws it. */
@RestControllerAdvice
final class ApiErrorHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ApiErrorHandler.class);

    private final ErrorResponseWriter responses;
    private final Assumptions assumptions;

    ApiErrorHandler(ErrorResponseWriter responses, StubProperties settings) {
        this.responses = responses;
        assumptions = settings.assumptions();
    }

    @ExceptionHandler
    void callerGone(ClientAbortException failure, HttpServletResponse response) {
        LOG.debug("The caller has gone", failure);
    }

    @ExceptionHandler
    void rejected(ApiException rejection, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (assumptions.retryAfter() || rejection.error() != HttpError.RATE_LIMIT) {
            rejection.headers().forEach(response::setHeader);
        }
        if (rejection.error() == HttpError.PARAMETER_ERROR) {
            responses.rejectParameter(rejection.field(), message(rejection), request, response);
        } else {
            responses.reject(rejection.error(), message(rejection), request, response);
        }
    }

    @ExceptionHandler
    void invalidJson(InvalidJsonException invalid, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        String field = invalid.member().isEmpty() ? null : invalid.member();
        responses.rejectParameter(field, invalid.reason(), request, response);
    }

    @ExceptionHandler
    void operationRejected(DomainException rejection, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        AccountError error = rejection.error();
        if (error == AccountError.TIMER_LEAD_TIME) {
            responses.rejectParameter(error, "shutdown_time", message(rejection), request, response);
        } else {
            responses.reject(error, message(rejection), request, response);
        }
    }

    /** Responds to an unknown path: to a browser with a page. */
    @ExceptionHandler({NoHandlerFoundException.class, NoResourceFoundException.class})
    void unknownPath(Exception unknown, HttpServletRequest request, HttpServletResponse response) throws IOException {
        String accepted = request.getHeader(HttpHeaders.ACCEPT);
        if (accepted == null || !accepted.contains(MediaType.TEXT_HTML_VALUE)) {
            unexpected(unknown, request, response);
            return;
        }
        response.setStatus(HttpStatus.NOT_FOUND.value());
        response.setContentType(MediaType.TEXT_HTML_VALUE);
        response.getOutputStream().write(new ClassPathResource("pages/not-found.html").getContentAsByteArray());
    }

    /** Responds to failures of Spring MVC, which have a status, and to defects. */
    @ExceptionHandler
    void unexpected(Throwable failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (failure instanceof ErrorResponse known) {
            String allowed = known.getHeaders().getFirst(HttpHeaders.ALLOW);
            if (allowed != null) {
                response.setHeader(HttpHeaders.ALLOW, allowed);
            }
            responses.reject(known.getStatusCode().value(), request, response);
            return;
        }
        FailureLog.error(LOG, "A request failed unexpectedly", failure);
        if (response.isCommitted()) {
            // A part of another response was already sent. Closing the connection shows the caller
            // that it is incomplete.
            RequestContext.of(request).code(null);
            TomcatConnections.close(request);
            return;
        }
        responses.reject(HttpError.SYSTEM_ERROR, request, response);
    }

    private static String message(Exception failure) {
        return String.valueOf(failure.getMessage());
    }
}
