package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.UnavailableException;
import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.api.model.ErrorBody;
import io.gpucloud.stub.api.model.ErrorData;
import io.gpucloud.stub.json.InvalidJsonException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import tools.jackson.databind.json.JsonMapper;

/**
 * Maps every failure of a request to a response, whether a filter, a controller or a message converter throws it: HTTP status, result code
 * and form are as assumed in {@code docs/reference/assumptions.md}.
 */
@RestControllerAdvice
final class ApiErrorHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ApiErrorHandler.class);

    static final int SUCCESS = 0;
    static final int REQUEST_ERROR = 1;
    private static final int NOT_LOGGED_IN = 2;
    private static final int OPERATION_FAILED = -1;
    static final int SYSTEM_EXCEPTION = -2;

    private final JsonMapper json;

    ApiErrorHandler(JsonMapper json) {
        this.json = json;
    }

    /** Responds to a request that has failed. */
    @ExceptionHandler(Throwable.class)
    void handle(Throwable failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof ClientAbortException) {
            LOG.debug("The caller has gone", failure);
        } else if (failure instanceof ApiException refusal) {
            refusal.headers().forEach(response::setHeader);
            if (refusal.status() == HttpStatus.BAD_REQUEST) {
                respondToBadRequest(refusal.field(), message, request, response);
            } else {
                respond(refusal.status(), null, refusal.getMessage(), request, response);
            }
        } else if (failure instanceof InvalidJsonException invalid) {
            String field = invalid.member().isEmpty() ? null : invalid.member();
            respondToBadRequest(field, invalid.reason(), request, response);
        } else if (failure instanceof DomainException refusal) {
            switch (refusal.reason()) {
                case INVALID_PARAMETER -> respondToBadRequest(refusal.field(), message, request, response);
                case OPERATION_FAILED -> write(request, response, HttpStatus.OK, usual(OPERATION_FAILED, message));
                case REQUEST_REFUSED -> write(request, response, HttpStatus.OK, usual(REQUEST_ERROR, message));
            }
        } else if (failure instanceof ErrorResponse known) {
            String allowed = known.getHeaders().getFirst(HttpHeaders.ALLOW);
            if (allowed != null) {
                response.setHeader(HttpHeaders.ALLOW, allowed);
            }
            respond(known.getStatusCode(), null, null, request, response);
        } else if (failure instanceof UnavailableException) {
            LOG.warn("A request cannot be answered now: {}", message);
            respond(HttpStatus.INTERNAL_SERVER_ERROR, null, null, request, response);
        } else {
            LOG.error("A request failed unexpectedly", failure);
            if (response.isCommitted()) {
                // Part of another response is on its way. The caller notices that it is
                // incomplete only if the connection is closed.
                RequestContext.of(request).code(null);
                TomcatConnections.close(request);
                return;
            }
            respond(HttpStatus.INTERNAL_SERVER_ERROR, null, null, request, response);
        }
    }

    /** Responds with a status. Result code and message are those usual for it unless given. */
    void respond(
            HttpStatusCode status,
            @Nullable Integer code,
            @Nullable String message,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (status.value() == 400 && code == null) {
            String details = requireNonNullElse(message, messageOf(status, REQUEST_ERROR));
            write(request, response, status, alternative("invalid_parameter", details, null));
        } else {
            int used = code == null ? codeOf(status) : code;
            write(request, response, status, usual(used, message == null ? messageOf(status, used) : message));
        }
    }

    /** A bad parameter comes in the alternative form, except where the contract lists it among an operation's own cases. */
    private void respondToBadRequest(
            @Nullable String field, String details, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (RequestContext.of(request).operation() == ApiOperation.UPDATE_INSTANCE_TITLE) {
            String message = field == null ? details : field + " " + details;
            write(request, response, HttpStatus.OK, usual(REQUEST_ERROR, message));
        } else {
            String error = field == null ? "unreadable_request" : "invalid_parameter";
            write(request, response, HttpStatus.BAD_REQUEST, alternative(error, details, field));
        }
    }

    private static int codeOf(HttpStatusCode status) {
        return switch (status.value()) {
            case 200 -> SUCCESS;
            case 401 -> NOT_LOGGED_IN;
            default -> status.is5xxServerError() ? SYSTEM_EXCEPTION : REQUEST_ERROR;
        };
    }

    private static String messageOf(HttpStatusCode status, int code) {
        return switch (status.value()) {
            case 200 -> messageOf(code);
            case 401 -> messageOf(NOT_LOGGED_IN);
            case 403 -> "the API key has no permission for this operation";
            case 404 -> "not found";
            case 429 -> "too many requests";
            default -> status.is5xxServerError() ? messageOf(SYSTEM_EXCEPTION) : "the request cannot be served";
        };
    }

    static String messageOf(int code) {
        return switch (code) {
            case SUCCESS -> "success";
            case NOT_LOGGED_IN -> "not logged in";
            case OPERATION_FAILED -> "the operation failed";
            case SYSTEM_EXCEPTION -> "system exception";
            default -> "the request was refused";
        };
    }

    private static ErrorBody usual(int code, String message) {
        return new ErrorBody(code, message, null, null);
    }

    private static ErrorBody alternative(String error, String details, @Nullable String field) {
        ErrorData data = new ErrorData(error, details, field);
        return new ErrorBody(HttpStatus.BAD_REQUEST.value(), null, "bad request parameters", data);
    }

    private void write(HttpServletRequest request, HttpServletResponse response, HttpStatusCode status, ErrorBody body)
            throws IOException {
        RequestContext.of(request).code(body.code());
        if (response.isCommitted()) {
            // Tomcat has responded already, such as to a body that stopped.
            return;
        }
        response.resetBuffer();
        // A length announced for another body would make the caller wait for bytes that never come.
        response.setContentLengthLong(-1);
        byte[] bytes = json.writeValueAsBytes(body);
        if (status.value() == 401) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(bytes);
    }
}
