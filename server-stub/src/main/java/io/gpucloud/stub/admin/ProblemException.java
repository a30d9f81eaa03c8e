package io.gpucloud.stub.admin;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** An administrative call that is rejected. It has changed nothing. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final HttpStatus status;
    private final @Nullable String member;

    private ProblemException(HttpStatus status, @Nullable String member, String detail) {
        super(detail, null, false, false);
        this.status = status;
        this.member = member;
    }

    static ProblemException badMember(String member, String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, member.isEmpty() ? null : member, detail);
    }

    static ProblemException unauthorized() {
        return new ProblemException(
                HttpStatus.UNAUTHORIZED, null, "send the value of stub.admin.token: Authorization: Bearer TOKEN");
    }

    static ProblemException tooManyTokens() {
        return new ProblemException(HttpStatus.TOO_MANY_REQUESTS, null, "too many wrong tokens from this address");
    }

    static ProblemException tooManyBodies() {
        return new ProblemException(
                HttpStatus.TOO_MANY_REQUESTS,
                null,
                "too many request bodies are incomplete; send the whole body at once, or try again later");
    }

    static ProblemException tooManyWaiting() {
        return new ProblemException(
                HttpStatus.TOO_MANY_REQUESTS, null, "too many callers wait for the journal; call without wait_ms");
    }

    static ProblemException forbidden(String detail) {
        return new ProblemException(HttpStatus.FORBIDDEN, null, detail);
    }

    static ProblemException notFound(String detail) {
        return new ProblemException(HttpStatus.NOT_FOUND, null, detail);
    }

    static ProblemException methodNotAllowed(String allowed) {
        return new ProblemException(
                HttpStatus.METHOD_NOT_ALLOWED, null, "the method is not allowed here; allowed are: " + allowed);
    }

    static ProblemException conflict(String detail) {
        return new ProblemException(HttpStatus.CONFLICT, null, detail);
    }

    static ProblemException tooLarge(long max) {
        return new ProblemException(HttpStatus.CONTENT_TOO_LARGE, null, "the body is larger than " + max + " bytes");
    }

    static ProblemException unsupportedMediaType() {
        return new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, null, "the body must be application/json");
    }

    public static ProblemException unknownState(String detail) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, "state", detail);
    }

    public static ProblemException badState(String member, String detail) {
        return new ProblemException(HttpStatus.UNPROCESSABLE_CONTENT, member, detail);
    }

    HttpStatus status() {
        return status;
    }

    @Nullable
    String member() {
        return member;
    }
}
