package io.gpucloud.stub.junit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that the stub received.
 *
 * @param operation operationId; empty if the path is unknown
 * @param query query; empty if there was none
 * @param headers headers by lower-case name, keys masked
 * @param body body; empty if there was none
 * @param status HTTP status of the response, 0 if the connection was reset
 * @param code result code of the response, or null if it has none
 */
public record StubRequest(
        String operation,
        String method,
        String path,
        String query,
        Map<String, String> headers,
        String body,
        int status,
        @Nullable Integer code) {}
