package io.gpucloud.contract.kit.derived;

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
        TAKEN(200, ""),
        /** Rejected because of a member or parameter. */
        BAD_PARAMETER(400, "parameter-error-code"),
        /** Rejected because the body cannot be read. */
        UNREADABLE(400, "parameter-error-code"),
        /** Rejected because the key is missing or unknown. */
        NOT_LOGGED_IN(401, "unauthorized-code"),
        /** Rejected because of the HTTP method. */
        METHOD_NOT_ALLOWED(405, "method-not-allowed-code"),
        /** Rejected because of the Accept header. */
        NOT_ACCEPTABLE(406, "not-acceptable-code"),
        /** Rejected because the body is too large. */
        TOO_LARGE(413, "body-too-large-code"),
        /** Rejected because of the Content-Type header. */
        UNSUPPORTED_MEDIA_TYPE(415, "unsupported-media-type-code");

        /** The HTTP status in {@code /__admin}. */
        final int adminStatus;

        /** The assumption about the response of the service, empty if it is not rejected. */
        final String assumption;

        Kind(int adminStatus, String assumption) {
            this.adminStatus = adminStatus;
            this.assumption = assumption;
        }
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
