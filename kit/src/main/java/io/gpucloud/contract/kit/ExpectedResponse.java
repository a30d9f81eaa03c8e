package io.gpucloud.contract.kit;

import org.jspecify.annotations.Nullable;

/**
 * The response that a request must get.
 *
 * @param kind the kind of response
 * @param field name of the rejected member or parameter, null if no single one is rejected
 */
public record ExpectedResponse(Kind kind, @Nullable String field) {

    /** The kinds of responses. */
    public enum Kind {
        /** Not rejected as malformed. */
        TAKEN,
        /** Rejected because of a member or parameter. */
        BAD_PARAMETER,
        /** Rejected because the body cannot be read. */
        UNREADABLE,
        /** HTTP 401. */
        NOT_LOGGED_IN,
        /** HTTP 403. */
        FORBIDDEN,
        /** HTTP 405. */
        METHOD_NOT_ALLOWED,
        /** HTTP 406. */
        NOT_ACCEPTABLE,
        /** HTTP 413. */
        TOO_LARGE,
        /** HTTP 415. */
        UNSUPPORTED_MEDIA_TYPE
    }

    static final ExpectedResponse TAKEN = new ExpectedResponse(Kind.TAKEN, null);
    static final ExpectedResponse UNREADABLE = new ExpectedResponse(Kind.UNREADABLE, null);

    static ExpectedResponse bad(String field) {
        return new ExpectedResponse(Kind.BAD_PARAMETER, field);
    }

    static ExpectedResponse of(Kind kind) {
        return new ExpectedResponse(kind, null);
    }

    /** Whether the request must be rejected, and so must change nothing. */
    boolean rejects() {
        return kind != Kind.TAKEN;
    }
}
