package io.gpucloud.stub.account;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an operation. An error is a value, so that a store can return it and still keep the events that were due.
 *
 * @param value the result, or null if the operation was rejected
 * @param rejection the error, or null if the operation succeeded
 */
public record OperationResult<R>(
        @Nullable R value, @Nullable DomainException rejection) {

    /**
     * Returns the result.
     *
     * @throws DomainException if the operation was rejected
     */
    public R orThrow() {
        if (rejection != null) {
            throw rejection;
        }
        return Objects.requireNonNull(value);
    }
}
