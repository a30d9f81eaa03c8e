package io.gpucloud.stub.api.model;

import org.jspecify.annotations.Nullable;

/**
 * A whole response.
 *
 * @param <T> type of the payload
 * @param code result of the operation
 * @param msg message for people
 * @param data the payload, or null if the operation has none
 */
public record Envelope<T>(int code, String msg, @Nullable T data) {

    /** The response of an operation that succeeded. */
    public static <T> Envelope<T> success(@Nullable T data) {
        return new Envelope<>(0, "success", data);
    }
}
