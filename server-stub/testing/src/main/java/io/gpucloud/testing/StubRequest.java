package io.gpucloud.testing;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that the stub received.
 *
 * @param time moment of the response, in the time of the stub, in whole seconds
 * @param operation operationId; empty if the path is unknown
 * @param method HTTP method
 * @param path path
 * @param query query; empty if there was none
 * @param headers headers by lower-case name, keys masked
 * @param body body; empty if there was none
 * @param status HTTP status of the response, 0 if the connection was reset
 * @param code result code of the response, or null if it has none
 * @param effect effect of the fault that decided the response, one of the constants of {@link StubFault}; empty if no
 *     fault did
 * @param carriedOut whether the operation was performed and succeeded, whatever the caller received
 */
public record StubRequest(
        Instant time,
        String operation,
        String method,
        String path,
        String query,
        Map<String, String> headers,
        String body,
        int status,
        @Nullable Integer code,
        String effect,
        boolean carriedOut) {}
