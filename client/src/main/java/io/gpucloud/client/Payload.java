package io.gpucloud.client;

import org.jspecify.annotations.Nullable;

/**
 * An answer that holds more than {@code code} and {@code msg}.
 *
 * @param <T> what it holds
 */
public interface Payload<T> {

    /**
     * What the answer holds.
     *
     * @return the payload, or null when the operation did not succeed
     */
    @Nullable
    T data();
}
