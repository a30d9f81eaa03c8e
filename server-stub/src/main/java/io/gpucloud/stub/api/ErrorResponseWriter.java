package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.ErrorCase;
import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.api.model.ErrorBody;
import io.gpucloud.stub.api.model.ErrorData;
import io.gpucloud.stub.assumption.ErrorFormat;
import io.gpucloud.stub.assumption.StatusAndCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** Writes error responses: HTTP status, result code and form are as assumed in {@code docs/reference/assumptions.md}. */
final class ErrorResponseWriter {

    private final JsonMapper json;
    private final ErrorFormat errors;

    ErrorResponseWriter(JsonMapper json, ErrorFormat errors) {
        this.json = json;
        this.errors = errors;
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
            reject(situation, text, request, response);
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
            String details = requireNonNullElse(message, messageOf(status, ResultCodes.REQUEST_ERROR));
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
    void rejectParameter(
            @Nullable String field, String details, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (RequestContext.of(request).operation() == ApiOperation.UPDATE_INSTANCE_TITLE) {
            HttpStatusCode status = HttpStatusCode.valueOf(errors.invalidTitleStatus());
            write(request, response, status, usual(ResultCodes.REQUEST_ERROR, inOneText(field, details)));
        } else {
            rejectParameter(ErrorCase.PARAMETER_ERROR, field, details, request, response);
        }
    }

    /** Rejects a parameter in the alternative form if the code of the case equals its status, else in the usual form. */
    void rejectParameter(
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
            reject(situation, inOneText(field, details), request, response);
        }
    }

    /** Rejects a request or an operation with the status and code of the case. */
    void reject(ErrorCase situation, String message, HttpServletRequest request, HttpServletResponse response)
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
            return status.value() == 200 ? ResultCodes.SUCCESS : ResultCodes.REQUEST_ERROR;
        }
        StatusAndCode code = errors.code(situation);
        return code.hasAlternativeForm() ? ResultCodes.REQUEST_ERROR : code.code();
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
            case 200 -> ResultCodes.messageOf(code);
            case 401 -> ResultCodes.messageOf(ResultCodes.NOT_LOGGED_IN);
            case 403 -> "the API key has no permission for this operation";
            case 404 -> "not found";
            case 429 -> "too many requests";
            default ->
                status.is5xxServerError()
                        ? ResultCodes.messageOf(ResultCodes.SYSTEM_EXCEPTION)
                        : "the request cannot be served";
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
