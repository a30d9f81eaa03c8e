package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * The requests that a fault affects.
 *
 * @param operation operationId; null for every operation
 * @param path path below the base path, also one that no operation has; a final {@code *} stands for any rest. Null for
 *     every operation
 * @param apiKey the whole key; null for every key, and for requests without one
 */
public record Scope(
        @Nullable String operation,
        @Nullable String path,
        @Nullable String apiKey) {

    /** The same requests, but only those with this key. */
    Scope ofKey(String key) {
        return new Scope(operation, path, key);
    }

    boolean includes(Request request) {
        boolean isTarget = path == null
                ? request.operation() != null && (operation == null || operation.equals(request.operation()))
                : hasPath(request.path());
        return isTarget && (apiKey == null || apiKey.equals(request.apiKey()));
    }

    private boolean hasPath(String requested) {
        return path != null
                && (path.endsWith("*")
                        ? requested.startsWith(path.substring(0, path.length() - 1))
                        : requested.equals(path));
    }

    /**
     * A request that faults may affect.
     *
     * @param operation operationId, or null if no operation has the path
     * @param path path below the base path
     * @param apiKey the whole key, or null if it has none
     * @param now the present moment of the stub, in epoch seconds
     * @param accountNow the present moment of the account, or of the stub without a key, in epoch seconds
     */
    public record Request(
            @Nullable String operation,
            String path,
            @Nullable String apiKey,
            long now,
            long accountNow) {}
}
