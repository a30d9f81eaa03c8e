package io.gpucloud.stub.admin;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** An administrative call that is rejected. It has changed nothing. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final @Nullable String member;

    ProblemException(HttpStatus status, String detail) {
        this(status, null, detail);
    }

    /**
     * A rejection.
     *
     * @param member the member of the body that is the reason, or null
     */
    public ProblemException(HttpStatus status, @Nullable String member, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.member = member;
    }

    HttpStatus status() {
        return status;
    }

    @Nullable
    String member() {
        return member;
    }
}
