package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.admin.model.Problem;
import io.gpucloud.stub.journal.FailureLog;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.store.ConflictException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Maps every failure of an administrative call to a problem document (RFC 9457). */
@RestControllerAdvice(basePackages = {"io.gpucloud.stub.admin", "io.gpucloud.stub.pact"})
@Order(Ordered.HIGHEST_PRECEDENCE)
final class AdminErrorHandler implements HandlerExceptionResolver {

    private static final Logger LOG = LoggerFactory.getLogger(AdminErrorHandler.class);

    @ExceptionHandler
    void notModified(Revisions.NotModifiedException unchanged, HttpServletResponse response) {
        response.setStatus(HttpStatus.NOT_MODIFIED.value());
    }

    @ExceptionHandler
    void rejected(ProblemException problem, HttpServletResponse response) throws IOException {
        if (problem.status() == HttpStatus.TOO_MANY_REQUESTS && !response.containsHeader(HttpHeaders.RETRY_AFTER)) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        write(response, problem.status(), detail(problem), problem.member());
    }

    @ExceptionHandler
    void invalidJson(InvalidJsonException invalid, HttpServletResponse response) throws IOException {
        String member = invalid.member().isEmpty() ? null : invalid.member();
        write(response, HttpStatus.BAD_REQUEST, invalid.reason(), member);
    }

    @ExceptionHandler({ConflictException.class, DomainException.class})
    void conflict(Exception conflict, HttpServletResponse response) throws IOException {
        write(response, HttpStatus.CONFLICT, detail(conflict), null);
    }

    /** The caller has closed the connection during the call, and may not receive this response. */
    @ExceptionHandler
    void brokenOff(IOException failure, HttpServletResponse response) throws IOException {
        write(response, HttpStatus.BAD_REQUEST, "the request broke off", null);
    }

    @ExceptionHandler
    void unexpected(Exception failure, HttpServletResponse response) throws IOException {
        if (failure instanceof ErrorResponse known) {
            write(response, known.getStatusCode(), "the request cannot be served", null);
        } else {
            FailureLog.error(LOG, "An administrative call failed unexpectedly", failure);
            write(response, HttpStatus.INTERNAL_SERVER_ERROR, "system exception", null);
        }
    }

    /**
     * Responds to a call that no controller serves, so that the handlers for the exceptions of controllers do not
     * apply: its path is unknown, or has no such method.
     *
     * @return null for a call that a controller serves, and for other paths
     */
    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception failure) {
        boolean isServed = handler instanceof HandlerMethod || !(failure instanceof ErrorResponse);
        if (isServed || !request.getRequestURI().matches("/__admin(/.*)?")) {
            return null;
        }
        try {
            if (failure instanceof HttpRequestMethodNotSupportedException known
                    && known.getSupportedMethods() != null) {
                String allowed = Stream.of(known.getSupportedMethods()).sorted().collect(Collectors.joining(", "));
                response.setHeader(HttpHeaders.ALLOW, allowed);
                String detail = "the method is not allowed here; allowed are: " + allowed;
                write(response, HttpStatus.METHOD_NOT_ALLOWED, detail, null);
            } else {
                write(
                        response,
                        HttpStatus.NOT_FOUND,
                        "there is no such call; /openapi/stub-admin-v1.yaml has all of them",
                        null);
            }
            return new ModelAndView();
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    private static String detail(Exception failure) {
        return String.valueOf(failure.getMessage());
    }

    private static void write(
            HttpServletResponse response, HttpStatusCode status, String detail, @Nullable String member)
            throws IOException {
        HttpStatus known = HttpStatus.resolve(status.value());
        String title = known == null ? "Error" : known.getReasonPhrase();
        byte[] body = StrictJson.write(new Problem(title, status.value(), detail, member));
        response.setStatus(status.value());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.getOutputStream().write(body);
    }
}
