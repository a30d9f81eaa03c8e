package io.gpucloud.contract.kit;

import org.jspecify.annotations.Nullable;

/**
 * How a request has to be answered.
 *
 * @param kind the kind of answer
 * @param field the member or parameter that is refused, as it is on the wire; null where it is none
 */
record ExpectedResponse(Kind kind, @Nullable String field) {

    /** Kinds of answers. */
    enum Kind {
        /** Not as a bad request. */
        TAKEN,
        /** As a bad parameter. */
        BAD_PARAMETER,
        /** As something that cannot be read. */
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

    /** Whether the request is to be refused, and so must change nothing. */
    boolean rejects() {
        return kind != Kind.TAKEN;
    }
}
