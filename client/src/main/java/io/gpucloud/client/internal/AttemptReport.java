package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.error.GpuCloudException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reports the result of an attempt to listeners. */
final class AttemptReport {

    /** The headers that may be logged; any other could hold a secret. */
    private static final List<String> LOGGABLE =
            List.of("Content-Type", "Content-Length", "Date", "Retry-After", "Server", CallContext.REQUEST_ID);

    private AttemptReport() {}

    /** Reports the current attempt of a call, which began at {@link System#nanoTime()} {@code begun}. */
    static void send(CallContext call, long begun, @Nullable GpuCloudException failure, @Nullable Duration pause) {
        if (call.listener() == Listeners.SILENT) {
            return;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        RawResponse response = call.response();
        OptionalInt status = response == null ? OptionalInt.empty() : OptionalInt.of(response.status());
        Map<String, String> headers = response == null ? Map.of() : loggable(response, call);
        call.listener()
                .attempted(new CallListener.Attempt(
                        call.attempts(), took, status, headers, call.requestId(), failure, pause));
    }

    /** The headers that may be logged, without the key: the service may have written anything there. */
    private static Map<String, String> loggable(RawResponse response, CallContext call) {
        Map<String, String> loggable = new LinkedHashMap<>();
        for (String name : LOGGABLE) {
            String value = response.header(name);
            if (value != null) {
                loggable.put(name, ForeignText.onOneLine(ApiKeyRedactor.mask(call.key(), value)));
            }
        }
        return loggable;
    }
}
