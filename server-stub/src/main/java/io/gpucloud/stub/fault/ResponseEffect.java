package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * An effect on the response to a request.
 *
 * @param response the response to send; used by the kinds that send one
 * @param delayMillis how long to wait before anything else, in milliseconds
 */
public record ResponseEffect(Kind kind, Response response, long delayMillis) implements Effect {

    /** The kinds of effect. */
    public enum Kind implements Effect.Kind {
        /** The response is unchanged. For faults that only delay. */
        NONE(true),
        /** The fault's response is sent; the operation is not performed. */
        RESPOND(false),
        /** The operation is performed, then the fault's response is sent. */
        RESPOND_AFTER_EFFECT(true),
        /** The connection is reset; the operation is not performed. */
        RESET_CONNECTION(false),
        /** The operation is performed, then the connection is reset. */
        RESET_AFTER_EFFECT(true),
        /** The operation is performed, then the connection is closed within the status line, so that no caller sends the request again. */
        LOSE_RESPONSE(true),
        /** The operation is performed and half of the response body is sent. */
        TRUNCATE_BODY(true),
        /** An HTML page is sent; the operation is not performed. */
        HTML_BODY(false);

        private final boolean performsOperation;

        Kind(boolean performsOperation) {
            this.performsOperation = performsOperation;
        }

        /**
         * Whether the operation is performed in spite of the fault.
         *
         * @return false if the fault replaces the operation
         */
        public boolean performsOperation() {
            return performsOperation;
        }
    }

    /** Whether the fault leaves the response as it is. Such faults never shadow each other or other faults. */
    boolean onlyDelays() {
        return kind == Kind.NONE;
    }

    ResponseEffect withDelay(long millis) {
        return new ResponseEffect(kind, response, millis);
    }

    /**
     * The response that a fault sends. A null member has the value that is usual for the status.
     *
     * @param retryAfter value of the {@code Retry-After} header, in seconds; null for no header
     */
    public record Response(
            int status,
            @Nullable Integer code,
            @Nullable String msg,
            @Nullable String body,
            @Nullable Integer retryAfter) {}
}
