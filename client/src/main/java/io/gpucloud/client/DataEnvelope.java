package io.gpucloud.client;

import org.jspecify.annotations.Nullable;

/**
 * A response with a payload, in addition to {@code code} and {@code msg}.
 *
 * @param <T> type of the payload
 */
public interface DataEnvelope<T> {

    /**
     * The payload of the response.
     *
     * @return the payload, or null if the operation did not succeed
     */
    @Nullable
    T data();
}
