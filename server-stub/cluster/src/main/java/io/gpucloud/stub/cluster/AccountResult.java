package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.ErrorCase;
import io.gpucloud.stub.account.OperationResult;
import org.jspecify.annotations.Nullable;

/**
 * The result of a command for an account. Failures are values too: after an exception Hazelcast would not update the backup.
 *
 * @param value the value that the command returns, a {@link Rejection}, or null
 */
record AccountResult(Kind kind, @Nullable Object value) {

    enum Kind {
        /** The command succeeded and returns the value. */
        DONE,
        /** The account rejected the command. */
        REJECTED,
        /** Nothing was done, because the member has no quorum. */
        NOT_NOW,
        /** Nothing was done, because the account is lost. */
        MISSING,
        /** The command failed unexpectedly. */
        FAILED
    }

    /** A serialized rejection. */
    record Rejection(
            ErrorCase errorCase,
            @Nullable String field,
            @Nullable String message) {

        DomainException exception() {
            return new DomainException(errorCase, field, String.valueOf(message));
        }
    }

    static AccountResult of(Kind kind) {
        return new AccountResult(kind, null);
    }

    static AccountResult done(@Nullable Object value) {
        return new AccountResult(Kind.DONE, value);
    }

    static AccountResult of(OperationResult<?> outcome) {
        DomainException rejection = outcome.rejection();
        return rejection == null
                ? done(outcome.value())
                : new AccountResult(
                        Kind.REJECTED, new Rejection(rejection.errorCase(), rejection.field(), rejection.getMessage()));
    }
}
