package io.gpucloud.client;

import io.gpucloud.client.internal.AdditionalMembers;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A whole response of the service, which the methods of {@code io.gpucloud.client.api} return. An operation without a
 * payload returns {@code Envelope<Void>}. Interfaces of your own can return an envelope of any type that Jackson can
 * read.
 *
 * @param <T> type of the payload
 * @param code result of the operation; {@link ResultCode#SUCCESS} for success
 * @param msg message for people; the reason if the operation did not succeed
 * @param data the payload, or null if the operation did not succeed or has none
 * @param additional members that the contract does not declare, by name; empty if there are none
 */
public record Envelope<T>(
        ResultCode code, String msg, @Nullable T data, Map<String, @Nullable Object> additional) {

    /**
     * Creates an envelope.
     *
     * @param code result of the operation
     * @param msg message for people
     * @param data the payload, or null
     * @param additional members that the contract does not declare; copied
     */
    public Envelope {
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(msg, "msg");
        additional = AdditionalMembers.of(additional);
    }

    /**
     * {@return the payload of an operation that succeeded}
     *
     * @throws IllegalStateException if there is none
     */
    public T payload() {
        if (data == null) {
            throw new IllegalStateException("the response has no data: code " + code + ", " + msg);
        }
        return data;
    }
}
