package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.wire.Problem;
import io.gpucloud.stub.control.Faults;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.Snapshots;
import io.gpucloud.stub.control.StrictJson;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.control.UnfitException;
import io.gpucloud.stub.domain.CloudException;
import io.gpucloud.stub.domain.UnavailableException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What every refusal of the administration becomes: a problem document (RFC 9457). */
@RestControllerAdvice(basePackageClasses = Problems.class)
@Order(Ordered.HIGHEST_PRECEDENCE)
final class Problems {

    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    @ExceptionHandler
    void answer(Exception failure, HttpServletResponse response) throws IOException {
        String detail = String.valueOf(failure.getMessage());
        if (failure instanceof ProblemException problem) {
            write(response, problem.status(), detail, problem.member());
        } else if (failure instanceof UnfitException unfit) {
            write(
                    response,
                    HttpStatus.BAD_REQUEST,
                    unfit.reason(),
                    unfit.member().isEmpty() ? null : unfit.member());
        } else if (failure instanceof StubClock.BackwardsException
                || failure instanceof Snapshots.OtherRulesException
                || failure instanceof CloudException
                || failure instanceof Faults.TooManyException
                || failure instanceof Keys.TooManyException) {
            write(response, HttpStatus.CONFLICT, detail, null);
        } else if (failure instanceof IOException) {
            // The caller has gone in the middle of the call, and may or may not read this.
            write(response, HttpStatus.BAD_REQUEST, "the request broke off", null);
        } else if (failure instanceof ErrorResponse known) {
            write(response, known.getStatusCode(), "the request cannot be served", null);
        } else if (failure instanceof UnavailableException) {
            LOG.warn("An administrative call cannot be answered now: {}", detail);
            write(response, HttpStatus.INTERNAL_SERVER_ERROR, "system exception", null);
        } else {
            LOG.error("An administrative call failed for a reason that nobody foresaw", failure);
            write(response, HttpStatus.INTERNAL_SERVER_ERROR, "system exception", null);
        }
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
