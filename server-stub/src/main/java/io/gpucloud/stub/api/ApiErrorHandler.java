package io.gpucloud.stub.api;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.apache.catalina.connector.ClientAbortException;
import org.springframework.http.HttpHeaders;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Hands what goes wrong behind the dispatcher to the one place that knows the answers. */
@RestControllerAdvice
final class ApiErrorHandler {

    private final ApiErrors errors;

    ApiErrorHandler(ApiErrors errors) {
        this.errors = errors;
    }

    @ExceptionHandler
    void answer(Exception failure, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (failure instanceof ErrorResponse known) {
            String allowed = known.getHeaders().getFirst(HttpHeaders.ALLOW);
            if (allowed != null) {
                response.setHeader(HttpHeaders.ALLOW, allowed);
            }
            errors.answer(known.getStatusCode(), null, null, request, response);
        } else if (!(failure instanceof ClientAbortException)) {
            // The caller has gone and cannot receive a response.
            errors.answer(failure, request, response);
        }
    }
}
