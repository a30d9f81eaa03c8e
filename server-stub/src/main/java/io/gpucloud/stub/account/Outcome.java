package io.gpucloud.stub.account;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What became of an operation. A refusal is a value like any other answer, so that a store can carry it and still keep what
 * had come due.
 *
 * @param <R> what the operation answers
 * @param answer the answer, or null if it was refused
 * @param refusal the refusal, or null if it was not
 */
public record Outcome<R>(@Nullable R answer, @Nullable DomainException refusal) {

    /**
     * The answer.
     *
     * @return the answer
     * @throws DomainException if the operation was refused
     */
    public R orThrow() {
        if (refusal != null) {
            throw refusal;
        }
        return Objects.requireNonNull(answer);
    }
}
