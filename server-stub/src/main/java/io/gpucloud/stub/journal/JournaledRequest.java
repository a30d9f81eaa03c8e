package io.gpucloud.stub.journal;

import io.gpucloud.stub.fault.ResponseEffect;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A request and its result.
 *
 * @param time when, in the time of the stub, in epoch seconds
 * @param accountTime when, in the time of the account, in epoch seconds, or null if no key was sent
 * @param operation operationId, or null if the path is unknown
 * @param path path, keys in it masked
 * @param query query, keys in it masked, or null if there is none
 * @param apiKey the whole key, or null if none was sent
 * @param headers headers by lower-case name, keys in them masked
 * @param body the body, keys in it masked
 * @param status HTTP status, 0 if the connection was reset
 * @param code result code, or null if the response has none
 * @param durationMillis duration in milliseconds of real time
 * @param faults identifiers of the faults that were triggered
 * @param effect effect of the fault that decided the response, or null if no fault was triggered
 * @param carriedOut whether the operation was performed and succeeded, whatever the caller received
 * @param responseHeaders headers of the response by lower-case name, keys in them masked
 * @param responseBody the body of the response, keys in it masked
 * @param unsentBody the body with which the operation responded, if a fault kept it from the caller; keys in it masked
 * @param hint why the API key was rejected, or null if it was not
 */
public record JournaledRequest(
        long time,
        @Nullable Long accountTime,
        @Nullable String operation,
        String method,
        String path,
        @Nullable String query,
        @Nullable String apiKey,
        Map<String, String> headers,
        JournaledBody body,
        int status,
        @Nullable Integer code,
        long durationMillis,
        List<String> faults,
        ResponseEffect.@Nullable Kind effect,
        boolean carriedOut,
        Map<String, String> responseHeaders,
        JournaledBody responseBody,
        JournaledBody unsentBody,
        @Nullable String hint) {

    private static final String PUBLIC = "/api/";
    private static final int OK = 200;

    /** Whether the path is below the base path of the public API, even if no operation has it. */
    public boolean onPublicApi() {
        return path.startsWith(PUBLIC);
    }

    /** All texts that a search can find. The keys in them are masked. */
    Stream<String> texts() {
        Stream<@Nullable String> single = Stream.of(
                operation, method + " " + path, query, body.text(), responseBody.text(), unsentBody.text(), hint);
        Stream<String> lines = Stream.of(headers, responseHeaders)
                .flatMap(all -> all.entrySet().stream())
                .map(header -> header.getKey() + ": " + header.getValue());
        return Stream.of(single.filter(Objects::nonNull), lines, faults.stream())
                .flatMap(Function.identity());
    }

    boolean hasFailed() {
        return status != OK || code == null || code != 0;
    }
}
