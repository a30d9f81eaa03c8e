package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.ErrorCase;
import io.gpucloud.stub.api.model.ErrorBody;
import io.gpucloud.stub.api.model.ErrorData;
import io.gpucloud.stub.settings.Assumptions;
import io.gpucloud.stub.settings.Assumptions.ErrorName;
import io.gpucloud.stub.settings.StatusAndCode;
import io.gpucloud.stub.settings.StubProperties;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes error responses: HTTP status, result code and form are as assumed in {@code docs/reference/assumptions.md}.
 */
final class ErrorResponseWriter {

    private final JsonMapper json;
    private final Assumptions assumptions;
    private final Map<ErrorName, StatusAndCode> codes;

    ErrorResponseWriter(JsonMapper json, StubProperties settings) {
        this.json = json;
        assumptions = settings.assumptions();
        codes = assumptions.codes();
    }

    /** Rejects a request with its usual text. */
    void reject(ErrorCase error, HttpServletRequest request, HttpServletResponse response) throws IOException {
        reject(error, error.message(), request, response);
    }

    /** Rejects a request with a text that the settings may replace. */
    void reject(ErrorCase error, String message, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        StatusAndCode code = code(error);
        write(request, response, code.status(), usual(code.code(), text(error, message)));
    }

    /** Rejects a request that Spring MVC rejects with a status, unless the settings replace the status. */
    void reject(int status, HttpServletRequest request, HttpServletResponse response) throws IOException {
        HttpError error = HttpError.of(status).orElse(HttpError.PARAMETER_ERROR);
        if (error == HttpError.PARAMETER_ERROR) {
            respond(status, null, null, request, response);
        } else {
            reject(error, request, response);
        }
    }

    /** Responds with exactly this status. The result code and the message that fit the status apply unless given. */
    void respond(
            int status,
            @Nullable Integer code,
            @Nullable String message,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        HttpError error = HttpError.of(status).orElse(null);
        if (error == HttpError.PARAMETER_ERROR && code == null && code(error).hasAlternativeForm()) {
            String details = requireNonNullElse(message, error.message());
            write(request, response, status, alternative(error, "invalid_parameter", details, null));
            return;
        }
        int used = code == null ? codeOf(status, error) : code;
        String usual = error == null ? ResultCodes.messageOf(used) : text(error, error.message());
        write(request, response, status, usual(used, requireNonNullElse(message, usual)));
    }

    private int codeOf(int status, @Nullable HttpError error) {
        if (error == null) {
            return status == 200 ? ResultCodes.SUCCESS : ResultCodes.REQUEST_ERROR;
        }
        return code(error).hasAlternativeForm()
                ? ResultCodes.REQUEST_ERROR
                : code(error).code();
    }

    /**
     * Responds to an invalid parameter in the alternative form, unless the contract lists the error for the operation
     * itself.
     */
    void rejectParameter(
            @Nullable String field, String details, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        ApiOperation operation = RequestContext.of(request).operation();
        if (operation != null && operation.id().equals("updateInstanceTitle")) {
            ErrorBody body = usual(ResultCodes.REQUEST_ERROR, inOneText(field, details));
            write(request, response, assumptions.renameErrorStatus(), body);
        } else {
            rejectParameter(HttpError.PARAMETER_ERROR, field, details, request, response);
        }
    }

    /**
     * Rejects a parameter in the alternative form if the code of the error equals its status, else in the usual form.
     */
    void rejectParameter(
            ErrorCase error,
            @Nullable String field,
            String details,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        if (code(error).hasAlternativeForm()) {
            String reason = field == null ? "unreadable_request" : "invalid_parameter";
            write(request, response, code(error).status(), alternative(error, reason, details, field));
        } else {
            reject(error, inOneText(field, details), request, response);
        }
    }

    private static String inOneText(@Nullable String field, String details) {
        return field == null ? details : field + " " + details;
    }

    private StatusAndCode code(ErrorCase error) {
        return requireNonNull(codes.get(ErrorName.valueOf(error.name())));
    }

    private String text(ErrorCase error, String usual) {
        return assumptions.messageTexts().getOrDefault(ErrorName.valueOf(error.name()), usual);
    }

    private static ErrorBody usual(int code, String message) {
        return new ErrorBody(code, message, null, null);
    }

    private ErrorBody alternative(ErrorCase error, String reason, String details, @Nullable String field) {
        ErrorData data = new ErrorData(reason, details, field);
        return new ErrorBody(code(error).code(), null, text(error, "bad request parameters"), data);
    }

    private void write(HttpServletRequest request, HttpServletResponse response, int status, ErrorBody body)
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
        if (status == 401 && assumptions.challengeHeader()) {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
        }
        response.setStatus(status);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.getOutputStream().write(bytes);
    }
}
