package io.gpucloud.client.error;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The service rejected the request (HTTP 400, code 1): an invalid parameter, insufficient funds, no free GPU. The
 * operation has not taken effect, and the request is not sent again. If the {@link RejectionClassifier} recognizes the
 * reason, it is an {@link InsufficientFundsException} or a {@link NoCapacityException}.
 */
public sealed class BadRequestException extends GpuCloudException
        permits InsufficientFundsException, NoCapacityException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String error;
    private final @Nullable String field;
    private final @Nullable String details;

    /** Creates the exception. */
    public BadRequestException(FailureDetails failure) {
        this(failure, null, null, null);
    }

    /**
     * Creates the exception for an invalid parameter, from the alternative form of an error.
     *
     * @param failure the facts
     * @param error kind of error, or null
     * @param field name of the parameter on the wire, or null
     * @param details what is wrong with it, or null
     */
    public BadRequestException(
            FailureDetails failure, @Nullable String error, @Nullable String field, @Nullable String details) {
        super(summary(failure, field, details), failure, null);
        this.error = error;
        this.field = field;
        this.details = details;
    }

    private static String summary(FailureDetails failure, @Nullable String field, @Nullable String details) {
        String said = said(failure, "bad request");
        // A service may say the same in several members.
        String more = Stream.of(field, details)
                .filter(text -> text != null && !text.isBlank() && !said.contains(text))
                .distinct()
                .collect(Collectors.joining(" "));
        return more.isEmpty() ? said : quote(said + ": " + more);
    }

    /** {@return the kind of error in the alternative form of errors, or empty if the service did not name it} */
    public Optional<String> error() {
        return Optional.ofNullable(error);
    }

    /**
     * {@return the invalid parameter on the wire, such as {@code pod_uuid}, or empty if the service did not name it}
     */
    public Optional<String> field() {
        return Optional.ofNullable(field);
    }

    /**
     * {@return why the parameter is invalid, in the alternative form of errors, or empty if the service did not say}
     */
    public Optional<String> details() {
        return Optional.ofNullable(details);
    }
}
