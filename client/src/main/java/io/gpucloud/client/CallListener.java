package io.gpucloud.client;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.GpuCloudException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Hears of every call, on the thread of the call: for metrics, traces and logs. What it throws is logged and otherwise
 * ignored. It sees neither bodies nor the API key.
 */
@FunctionalInterface
public interface CallListener {

    /**
     * A call begins; nothing was sent yet.
     *
     * @param operation what is called
     * @return who hears of the rest of this call
     */
    Call started(ApiOperation operation);

    /** Hears of one call. */
    interface Call {

        /**
         * Headers to send with every attempt, for example those of a trace.
         *
         * @return the headers by name; none by default
         */
        default Map<String, String> headers() {
            return Map.of();
        }

        /**
         * An attempt is over.
         *
         * @param attempt its result
         */
        default void attempted(Attempt attempt) {}

        /**
         * A part of a successful response could not be read. The call succeeds without it. Called once per part, before
         * {@link #attempted}.
         *
         * @param part the part
         */
        default void unreadable(Unreadable part) {}

        /**
         * The call is over.
         *
         * @param failure what the caller gets to see, or null if the call succeeded
         */
        default void ended(@Nullable Throwable failure) {}
    }

    /**
     * A part of a response that could not be read.
     *
     * @param path its place, as a JSON Pointer into the response: {@code /data/instance_list/3}
     * @param problem what is wrong with it; without any value of the response
     * @param recordLeftOut true if a whole record is left out of a list, false if an optional member is treated as absent
     */
    record Unreadable(String path, String problem, boolean recordLeftOut) {}

    /**
     * The result of an attempt.
     *
     * @param number number of the attempt, from 1
     * @param took from the request to the end of the answer
     * @param httpStatus HTTP status of the answer, or empty if there was none
     * @param headers the headers of the response that may be logged: those of a fixed list, because any other may hold a secret
     * @param requestId the identifier that the service returned as {@code X-Request-Id}, else the one that the client sent
     * @param failure why it failed, or null if it succeeded
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
