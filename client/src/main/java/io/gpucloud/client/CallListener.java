package io.gpucloud.client;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Observes all calls, for metrics, traces and logs. It runs on the thread of the call. Its exceptions are logged and do
 * not affect the call. It sees neither bodies nor the API key.
 */
@FunctionalInterface
public interface CallListener {

    /**
     * Called when a call begins, before anything is sent.
     *
     * @return observes the rest of this call
     */
    Call started(ApiOperation operation);

    /** Observes one call. */
    interface Call {

        /** {@return headers to send with every attempt, for example those of a trace; none by default} */
        default Map<String, String> headers() {
            return Map.of();
        }

        /**
         * Called when an attempt is over.
         *
         * @param attempt the result of the attempt
         */
        default void attempted(Attempt attempt) {}

        /**
         * Called for each part of a successful response that could not be read, before {@link #attempted}. The call
         * succeeds without that part.
         */
        default void unreadable(Unreadable part) {}

        /**
         * Called when the call is over.
         *
         * @param failure the exception that the caller gets, or null if the call succeeded
         */
        default void ended(@Nullable Throwable failure) {}
    }

    /**
     * A part of a response that could not be read.
     *
     * @param path its place, as a JSON Pointer into the response: {@code /data/instance_list/3}
     * @param problem what is wrong with it; without any value of the response
     * @param recordLeftOut true if a whole record is left out of a list, false if an optional member is treated as
     *     absent
     */
    record Unreadable(String path, String problem, boolean recordLeftOut) {}

    /**
     * The result of an attempt.
     *
     * @param number the number of the attempt, from 1
     * @param took the time from the request to the end of the response
     * @param httpStatus the HTTP status of the response, or empty if there was no response
     * @param headers the response headers that are safe to log: those of a fixed list, because others may contain a
     *     secret
     * @param requestId the identifier that the service returned as {@code X-Request-Id}, else the one that the client
     *     sent
     * @param failure why the attempt failed, or null if it succeeded
     * @param pause the pause before the next attempt, or null if there is none
     */
    record Attempt(
            int number,
            Duration took,
            OptionalInt httpStatus,
            Map<String, String> headers,
            String requestId,
            @Nullable GpuCloudException failure,
            @Nullable Duration pause) {}
}
