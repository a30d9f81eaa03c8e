package io.gpucloud.client.spring;

import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.InstanceNotFoundException;
import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ResourceNotFoundException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.lease.LeaseJournalException;
import io.gpucloud.client.lease.LeasesClosedException;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.lease.TagInUseException;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Responds to requests of web controllers whose call of the client fails. The log has the exception. The response has
 * neither its message nor what the service has responded, because they are not meant for the caller.
 */
@RestControllerAdvice
class GpuCloudProblemDetails {

    private static final Logger LOG = LoggerFactory.getLogger(GpuCloudProblemDetails.class);

    /** The service, or the way to it, failed. */
    private static final int BAD_GATEWAY = 502;

    private static final Map<Class<?>, Integer> STATUSES = Map.ofEntries(
            Map.entry(ResourceNotFoundException.class, 404),
            Map.entry(InstanceNotFoundException.class, 404),
            Map.entry(OperationFailedException.class, 409),
            Map.entry(TagInUseException.class, 409),
            Map.entry(BadRequestException.class, 422),
            Map.entry(NoMatchingGpuException.class, 422),
            Map.entry(MissingApiKeyException.class, 500),
            Map.entry(AuthenticationException.class, 500),
            Map.entry(PermissionDeniedException.class, 500),
            Map.entry(LeaseJournalException.class, 500),
            Map.entry(NoCapacityException.class, 503),
            Map.entry(InsufficientFundsException.class, 503),
            Map.entry(RateLimitedException.class, 503),
            Map.entry(LeasesClosedException.class, 503),
            Map.entry(SpendingLimitException.class, 503),
            Map.entry(WaitTimeoutException.class, 504));

    static int status(Class<?> failure) {
        return STATUSES.getOrDefault(failure, BAD_GATEWAY);
    }

    @ExceptionHandler({
        GpuCloudException.class,
        LeaseJournalException.class,
        LeasesClosedException.class,
        SpendingLimitException.class,
        TagInUseException.class
    })
    ResponseEntity<ProblemDetail> problem(RuntimeException failure) {
        boolean isCapacityMissing = failure instanceof NoMatchingGpuException none && none.isCapacityMissing();
        int status = status(isCapacityMissing ? NoCapacityException.class : failure.getClass());
        LOG.warn("a request ends with HTTP {}", status, failure);
        ProblemDetail problem = ProblemDetail.forStatus(status);
        problem.setProperty("error", name(failure.getClass()));
        HttpHeaders headers = new HttpHeaders();
        if (failure instanceof GpuCloudException call) {
            problem.setProperty("may_have_taken_effect", call.mayHaveTakenEffect());
            call.retryAfter()
                    .ifPresent(pause -> headers.set(HttpHeaders.RETRY_AFTER, Long.toString(pause.toSeconds())));
        }
        return ResponseEntity.status(status).headers(headers).body(problem);
    }

    /** For example {@code no-matching-gpu} for {@link NoMatchingGpuException}. */
    private static String name(Class<?> failure) {
        return failure.getSimpleName()
                .replace("Exception", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
    }
}
