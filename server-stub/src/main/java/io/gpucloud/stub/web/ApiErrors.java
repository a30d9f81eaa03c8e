package io.gpucloud.stub.web;

import io.gpucloud.stub.domain.CloudException;
import io.gpucloud.stub.web.api.ApiOperation;
import io.gpucloud.stub.web.wire.ErrorBody;
import io.gpucloud.stub.web.wire.ErrorData;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import tools.jackson.databind.json.JsonMapper;

/** What every refusal becomes on the wire: HTTP status, envelope code and form (DECISIONS, errors). */
final class ApiErrors {

    private static final Logger LOG = LoggerFactory.getLogger(ApiErrors.class);

    private static final int REQUEST_ERROR = 1;
    private static final int NOT_LOGGED_IN = 2;
    private static final int OPERATION_FAILED = -1;
    private static final int SYSTEM_EXCEPTION = -2;

    private final JsonMapper json;

    ApiErrors(JsonMapper json) {
        this.json = json;
    }

    /** Answers a request that has failed, whatever the reason. */
    void answer(Throwable failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        boolean renaming = Exchange.operation(request) == ApiOperation.UPDATE_INSTANCE_TITLE;
        if (failure instanceof Refusal refusal) {
            refusal.headers().forEach(response::setHeader);
            if (refusal.status() == HttpStatus.BAD_REQUEST) {
                answerBadRequest(renaming, refusal.field(), String.valueOf(refusal.getMessage()), response);
            } else {
                int code = refusal.status() == HttpStatus.UNAUTHORIZED ? NOT_LOGGED_IN : REQUEST_ERROR;
                write(response, refusal.status(), usual(code, refusal.getMessage()));
            }
        } else if (failure instanceof CloudException refusal) {
            switch (refusal.reason()) {
                case INVALID_PARAMETER ->
                    answerBadRequest(renaming, refusal.field(), String.valueOf(refusal.getMessage()), response);
                case OPERATION_FAILED -> write(response, HttpStatus.OK, usual(OPERATION_FAILED, refusal.getMessage()));
                case REQUEST_REFUSED -> write(response, HttpStatus.OK, usual(REQUEST_ERROR, refusal.getMessage()));
            }
        } else {
            LOG.error("A request failed for a reason that nobody foresaw", failure);
            write(response, HttpStatus.INTERNAL_SERVER_ERROR, usual(SYSTEM_EXCEPTION, "system exception"));
        }
    }

    /** Answers in the form that a status has when nothing more is known. */
    void answer(HttpStatus status, HttpServletResponse response) throws IOException {
        if (status.is5xxServerError()) {
            write(response, status, usual(SYSTEM_EXCEPTION, "system exception"));
        } else {
            String message = status == HttpStatus.NOT_FOUND ? "not found" : "the request cannot be served";
            write(response, status, usual(REQUEST_ERROR, message));
        }
    }

    /** A bad parameter comes in the alternative form, except where the contract lists it among its own cases. */
    private void answerBadRequest(
            boolean renaming, @Nullable String field, String details, HttpServletResponse response) throws IOException {
        if (renaming) {
            write(response, HttpStatus.OK, usual(REQUEST_ERROR, field == null ? details : field + ": " + details));
        } else {
            String error = field == null ? "unreadable_request" : "invalid_parameter";
            write(
                    response,
                    HttpStatus.BAD_REQUEST,
                    new ErrorBody(
                            HttpStatus.BAD_REQUEST.value(),
                            null,
                            "bad request parameters",
                            new ErrorData(error, details, field)));
        }
    }

    private static ErrorBody usual(int code, @Nullable String message) {
        return new ErrorBody(code, message, null, null);
    }

    private void write(HttpServletResponse response, HttpStatus status, ErrorBody body) throws IOException {
        byte[] bytes = json.writeValueAsBytes(body);
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        response.setContentLength(bytes.length);
        response.getOutputStream().write(bytes);
    }
}
