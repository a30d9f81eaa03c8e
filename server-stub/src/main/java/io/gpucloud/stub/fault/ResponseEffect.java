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
        NONE(true, false),
        /** The fault's response is sent; the operation is not performed. */
        RESPOND(false, true),
        /** The operation is performed, then the fault's response is sent. */
        RESPOND_AFTER_EFFECT(true, true),
        /** The connection is reset; the operation is not performed. */
        RESET_CONNECTION(false, false),
        /** The operation is performed, then the connection is reset. */
        RESET_AFTER_EFFECT(true, false),
        /**
         * The operation is performed, then the connection is closed within the status line, so that no caller sends the
         * request again.
         */
        LOSE_RESPONSE(true, false),
        /** The operation is performed and half of the response body is sent. */
        TRUNCATE_BODY(true, false),
        /** An HTML page is sent; the operation is not performed. */
        HTML_BODY(false, true);

        private final boolean performsOperation;
        private final boolean sendsResponse;

        Kind(boolean performsOperation, boolean sendsResponse) {
            this.performsOperation = performsOperation;
            this.sendsResponse = sendsResponse;
        }

        /**
         * Whether the operation is performed in spite of the fault.
         *
         * @return false if the fault replaces the operation
         */
        public boolean performsOperation() {
            return performsOperation;
        }

        /** Whether the fault has a response of its own, with a status. */
        public boolean sendsResponse() {
            return sendsResponse;
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
