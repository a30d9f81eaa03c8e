package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * The requests that a fault affects.
 *
 * @param operation operationId; null for every operation
 * @param apiKey the whole key; null for every key, and for requests without one
 */
public record Scope(@Nullable String operation, @Nullable String apiKey) {

    boolean includes(String requestOperation, @Nullable String requestKey) {
        return (operation == null || operation.equals(requestOperation))
                && (apiKey == null || apiKey.equals(requestKey));
    }
}
