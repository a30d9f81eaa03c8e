package io.gpucloud.stub.api;

import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.ErrorCase;
import io.gpucloud.stub.assumption.ErrorFormat;
import io.gpucloud.stub.json.InvalidJsonException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Maps every failure of a request to a response, whether a filter, a controller or a message converter throws it. */
@RestControllerAdvice
final class ApiErrorHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ApiErrorHandler.class);

    private final ErrorResponseWriter responses;
    private final ErrorFormat errors;

    ApiErrorHandler(ErrorResponseWriter responses, ErrorFormat errors) {
        this.responses = responses;
        this.errors = errors;
    }

    @ExceptionHandler
    void callerGone(ClientAbortException failure, HttpServletResponse response) {
        LOG.debug("The caller has gone", failure);
    }

    @ExceptionHandler
    void rejected(ApiException rejection, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (errors.retryAfter() || rejection.status() != HttpStatus.TOO_MANY_REQUESTS) {
            rejection.headers().forEach(response::setHeader);
        }
        if (rejection.status() == HttpStatus.BAD_REQUEST) {
            responses.rejectParameter(rejection.field(), message(rejection), request, response);
        } else {
            responses.reject(rejection.status(), rejection.getMessage(), request, response);
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
        ErrorCase situation = rejection.errorCase();
        if (situation == ErrorCase.TIMER_LEAD_TIME) {
            responses.rejectParameter(situation, rejection.field(), message(rejection), request, response);
        } else {
            responses.reject(situation, message(rejection), request, response);
        }
    }

    /** Responds to failures of Spring MVC, which have a status, and to defects. */
    @ExceptionHandler
    void unexpected(Throwable failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (failure instanceof ErrorResponse known) {
            String allowed = known.getHeaders().getFirst(HttpHeaders.ALLOW);
            if (allowed != null) {
                response.setHeader(HttpHeaders.ALLOW, allowed);
            }
            responses.reject(known.getStatusCode(), null, request, response);
            return;
        }
        LOG.error("A request failed unexpectedly", failure);
        if (response.isCommitted()) {
            // A part of another response was already sent. Closing the connection shows the caller
            // that it is incomplete.
            RequestContext.of(request).code(null);
            TomcatConnections.close(request);
            return;
        }
        responses.reject(HttpStatus.INTERNAL_SERVER_ERROR, null, request, response);
    }

    private static String message(Exception failure) {
        return String.valueOf(failure.getMessage());
    }
}
