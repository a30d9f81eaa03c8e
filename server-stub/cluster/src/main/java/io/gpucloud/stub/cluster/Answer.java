package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.ErrorCase;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call where the account lives. Always a value: an exception would leave the copies behind.
 *
 * @param kind what became of it
 * @param value the answer, a {@link Refused}, or null
 */
record Answer(Kind kind, @Nullable Object value) {

    enum Kind {
        /** It was done; the value is the answer. */
        DONE,
        /** The account refused it. */
        REFUSED,
        /** Nothing was done, for this member cannot be sure of itself now. */
        NOT_NOW,
        /** Nothing was done, for the account ought to be here and is not. */
        MISSING,
        /** It failed for a reason that nobody foresaw. */
        FAILED
    }

    /** A refusal as it travels. */
    record Refused(
            ErrorCase errorCase,
            @Nullable String field,
            @Nullable String message) {

        DomainException exception() {
            return new DomainException(errorCase, field, String.valueOf(message));
        }
    }

    static Answer of(Kind kind) {
        return new Answer(kind, null);
    }

    static Answer refused(DomainException refusal) {
        return new Answer(Kind.REFUSED, new Refused(refusal.errorCase(), refusal.field(), refusal.getMessage()));
    }
}
