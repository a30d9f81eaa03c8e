package io.gpucloud.stub.api;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Responds in the form of the public API to requests that the server rejects itself. */
@RestController
final class UnknownPathController implements ErrorController {

    private final ErrorResponseWriter errors;

    UnknownPathController(ErrorResponseWriter errors) {
        this.errors = errors;
    }

    @RequestMapping("/error")
    void error(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        errors.reject(
                status instanceof Integer code ? HttpStatusCode.valueOf(code) : HttpStatus.NOT_FOUND,
                request,
                response);
    }
}
