package io.gpucloud.client.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An answer, read to its end. */
final class Answer {

    /** The headers that may be logged; any other could hold a secret (D69). */
    private static final List<String> LOGGABLE =
            List.of("Content-Type", "Content-Length", "Date", "Retry-After", "Server", "X-Request-Id");

    private final int status;
    private final Headers headers;
    private final byte[] body;

    Answer(int status, Headers headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** Headers by name, in any case. */
    @FunctionalInterface
    interface Headers {
        @Nullable
        String first(String name);
    }

    int status() {
        return status;
    }

    Headers headers() {
        return headers;
    }

    /** The body as it came; it is not to be changed. */
    byte[] body() {
        return body;
    }

    boolean succeeded() {
        return status >= 200 && status < 300;
    }

    /** Those headers that may be logged, each value as {@code cleaned}: the service may have written anything there. */
    Map<String, String> loggableHeaders(UnaryOperator<String> cleaned) {
        Map<String, String> loggable = new LinkedHashMap<>();
        for (String name : LOGGABLE) {
            String value = headers.first(name);
            if (value != null) {
                loggable.put(name, cleaned.apply(value));
            }
        }
        return loggable;
    }
}
