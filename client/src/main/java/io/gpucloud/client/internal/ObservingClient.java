package io.gpucloud.client.internal;

import feign.Request;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.error.GpuCloudException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reports calls and their attempts to listeners. It is outside of {@link RetryingClient}, since a call starts before
 * its first attempt and ends after its last one.
 */
record ObservingClient(CallStep next, CallListener observer) implements CallStep {

    /** The headers that may be logged; any other could hold a secret. */
    private static final List<String> LOGGABLE =
            List.of("Content-Type", "Content-Length", "Date", "Retry-After", "Server", CallContext.REQUEST_ID);

    @Override
    public DecodedBody execute(Request request, CallContext call) {
        CallListener.Call listener = observer.started(call.operation());
        call.setListener(listener);
        try {
            DecodedBody response = next.execute(request, call);
            listener.ended(null);
            return response;
        } catch (RuntimeException | Error failure) {
            listener.ended(failure);
            throw failure;
        }
    }

    /**
     * Reports the current attempt of a call. {@link RetryingClient} calls it, which knows the pause that follows.
     *
     * @param begun {@link System#nanoTime()} when the attempt began
     */
    static void attempted(CallContext call, long begun, @Nullable GpuCloudException failure, @Nullable Duration pause) {
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
