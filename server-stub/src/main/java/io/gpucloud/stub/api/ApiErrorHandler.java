package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.ErrorCase;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.api.model.ErrorBody;
import io.gpucloud.stub.api.model.ErrorData;
import io.gpucloud.stub.assumption.ErrorFormat;
import io.gpucloud.stub.assumption.StatusAndCode;
import io.gpucloud.stub.journal.UnavailabilityLog;
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
    static final int OPERATION_FAILED = -1;
    static final int SYSTEM_EXCEPTION = -2;

    private final JsonMapper json;
    private final ErrorFormat errors;
    private final UnavailabilityLog unavailability;

    ApiErrorHandler(JsonMapper json, ErrorFormat errors, UnavailabilityLog unavailability) {
        this.json = json;
        this.errors = errors;
        this.unavailability = unavailability;
    }

    /** Responds to a request that has failed. */
    @ExceptionHandler(Throwable.class)
    void handle(Throwable failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        String message = String.valueOf(failure.getMessage());
        if (failure instanceof ClientAbortException) {
            LOG.debug("The caller has gone", failure);
        } else if (failure instanceof ApiException refusal) {
            if (errors.retryAfter() || refusal.status() != HttpStatus.TOO_MANY_REQUESTS) {
                refusal.headers().forEach(response::setHeader);
            }
            if (refusal.status() == HttpStatus.BAD_REQUEST) {
                respondToBadRequest(refusal.field(), message, request, response);
            } else {
                reject(refusal.status(), refusal.getMessage(), request, response);
            }
        } else if (failure instanceof InvalidJsonException invalid) {
            String field = invalid.member().isEmpty() ? null : invalid.member();
            respondToBadRequest(field, invalid.reason(), request, response);
        } else if (failure instanceof DomainException refusal) {
            if (refusal.errorCase() == ErrorCase.TIMER_LEAD_TIME) {
                writeBadParameter(ErrorCase.TIMER_LEAD_TIME, refusal.field(), message, request, response);
            } else {
                writeError(refusal.errorCase(), message, request, response);
            }
        } else if (failure instanceof ErrorResponse known) {
            String allowed = known.getHeaders().getFirst(HttpHeaders.ALLOW);
            if (allowed != null) {
                response.setHeader(HttpHeaders.ALLOW, allowed);
            }
            reject(known.getStatusCode(), null, request, response);
        } else if (failure instanceof StateUnavailableException) {
            unavailability.add(message);
            reject(HttpStatus.INTERNAL_SERVER_ERROR, null, request, response);
        } else {
            LOG.error("A request failed unexpectedly", failure);
            if (response.isCommitted()) {
                // A part of another response was already sent. Closing the connection shows the caller
                // that it is incomplete.
                RequestContext.of(request).code(null);
                TomcatConnections.close(request);
                return;
            }
            reject(HttpStatus.INTERNAL_SERVER_ERROR, null, request, response);
        }
    }

    /**
     * Rejects a request with the default status of the reason, unless the settings replace it.
     *
     * @param usual the status that the settings may replace
     * @param message the message that the settings may replace, or null for the default message of the status
     */
    void reject(
            HttpStatusCode usual, @Nullable String message, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ErrorCase situation = errorCase(usual);
        if (situation == null || situation == ErrorCase.PARAMETER_ERROR) {
            respond(usual, null, message, request, response);
        } else {
            String text =
                    message == null ? messageOf(usual, errors.code(situation).code()) : message;
            writeError(situation, text, request, response);
        }
    }

    /** Responds with exactly this status. The default result code and message of the status apply unless given. */
    void respond(
            HttpStatusCode status,
            @Nullable Integer code,
            @Nullable String message,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        ErrorCase situation = errorCase(status);
        if (situation == ErrorCase.PARAMETER_ERROR
                && code == null
                && errors.code(situation).hasAlternativeForm()) {
            String details = requireNonNullElse(message, messageOf(status, REQUEST_ERROR));
            write(request, response, status, alternative(situation, "invalid_parameter", details, null));
        } else {
            int used = code == null ? codeOf(status) : code;
            String text = message == null ? messageOf(status, used) : message;
            write(
                    request,
                    response,
                    status,
                    usual(used, situation == null || message != null ? text : errors.message(situation, text)));
        }
    }

    /** Responds to an invalid parameter in the alternative form, unless the contract lists the error for the operation itself. */
    private void respondToBadRequest(
            @Nullable String field, String details, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (RequestContext.of(request).operation() == ApiOperation.UPDATE_INSTANCE_TITLE) {
            HttpStatusCode status = HttpStatusCode.valueOf(errors.invalidTitleStatus());
            write(request, response, status, usual(REQUEST_ERROR, inOneText(field, details)));
        } else {
            writeBadParameter(ErrorCase.PARAMETER_ERROR, field, details, request, response);
        }
    }

    /** Writes the alternative form if the code equals the status, else the usual form. */
    private void writeBadParameter(
            ErrorCase situation,
            @Nullable String field,
            String details,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (errors.code(situation).hasAlternativeForm()) {
            String error = field == null ? "unreadable_request" : "invalid_parameter";
            HttpStatusCode status =
                    HttpStatusCode.valueOf(errors.code(situation).status());
            write(request, response, status, alternative(situation, error, details, field));
        } else {
            writeError(situation, inOneText(field, details), request, response);
        }
    }

    private void writeError(
            ErrorCase situation, String message, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        StatusAndCode code = errors.code(situation);
        write(
                request,
                response,
                HttpStatusCode.valueOf(code.status()),
                usual(code.code(), errors.message(situation, message)));
    }

    private static String inOneText(@Nullable String field, String details) {
        return field == null ? details : field + " " + details;
    }

    private int codeOf(HttpStatusCode status) {
        ErrorCase situation = errorCase(status);
        if (situation == null) {
            return status.value() == 200 ? SUCCESS : REQUEST_ERROR;
        }
        StatusAndCode code = errors.code(situation);
        return code.hasAlternativeForm() ? REQUEST_ERROR : code.code();
    }

    private static @Nullable ErrorCase errorCase(HttpStatusCode status) {
        return switch (status.value()) {
            case 400 -> ErrorCase.PARAMETER_ERROR;
            case 401 -> ErrorCase.UNAUTHORIZED;
            case 403 -> ErrorCase.FORBIDDEN;
            case 404 -> ErrorCase.NOT_FOUND;
            case 405 -> ErrorCase.METHOD_NOT_ALLOWED;
            case 406 -> ErrorCase.NOT_ACCEPTABLE;
            case 408 -> ErrorCase.REQUEST_TIMEOUT;
            case 413 -> ErrorCase.BODY_TOO_LARGE;
            case 415 -> ErrorCase.UNSUPPORTED_MEDIA_TYPE;
            case 429 -> ErrorCase.RATE_LIMIT;
            default -> status.is5xxServerError() ? ErrorCase.SYSTEM_ERROR : null;
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

    private static ErrorBody usual(int code, @Nullable String message) {
        return new ErrorBody(code, message, null, null);
    }

    private ErrorBody alternative(ErrorCase situation, String error, String details, @Nullable String field) {
        ErrorData data = new ErrorData(error, details, field);
        String message = errors.message(situation, "bad request parameters");
        return new ErrorBody(errors.code(situation).code(), null, message, data);
    }

    private void write(HttpServletRequest request, HttpServletResponse response, HttpStatusCode status, ErrorBody body)
            throws IOException {
        RequestContext.of(request).code(body.code());
        if (response.isCommitted()) {
            // Tomcat has responded already, such as to a body that stopped.
            return;
        }
        response.resetBuffer();
        // A content length of another body would make the caller wait for bytes that are never sent.
        response.setContentLengthLong(-1);
        byte[] bytes = json.writeValueAsBytes(body);
        if (status.value() == 401 && errors.challenge()) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(bytes);
    }
}
