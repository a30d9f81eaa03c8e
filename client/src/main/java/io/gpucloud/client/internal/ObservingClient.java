package io.gpucloud.client.internal;

import feign.Client;
import feign.Request;
import feign.Response;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.error.GpuCloudException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reports calls and their attempts to listeners. It is outside of {@link RetryingClient}, since a call starts before its
 * first attempt and ends after its last one, and since an attempt is reported with the pause that follows it.
 */
record ObservingClient(Client next, CallListener observer) implements Client {

    /** The headers that may be logged; any other could hold a secret. */
    private static final List<String> LOGGABLE =
            List.of("Content-Type", "Content-Length", "Date", "Retry-After", "Server", CallContext.REQUEST_ID);

    @Override
    public Response execute(Request request, Request.Options options) throws IOException {
        CallContext call = (CallContext) options;
        call.listener = observer.started(call.operation());
        try {
            Response response = next.execute(request, call);
            call.listener.ended(null);
            return response;
        } catch (RuntimeException | Error failure) {
            call.listener.ended(failure);
            throw failure;
        }
    }

    /** Reports an attempt that began at a time of {@link System#nanoTime()}. */
    static void attempted(CallContext call, long begun, @Nullable GpuCloudException failure, @Nullable Duration pause) {
        if (call.listener != Listeners.SILENT) {
            RawResponse response = call.response;
            call.listener.attempted(new CallListener.Attempt(
                    call.attempts,
                    Duration.ofNanos(System.nanoTime() - begun),
                    response == null ? OptionalInt.empty() : OptionalInt.of(response.status()),
                    response == null ? Map.of() : loggable(response, call),
                    call.requestId(),
                    failure,
                    pause));
        }
    }

    /** The headers that may be logged, without the key: the service may have written anything there. */
    private static Map<String, String> loggable(RawResponse response, CallContext call) {
        Map<String, String> loggable = new LinkedHashMap<>();
        for (String name : LOGGABLE) {
            String value = response.header(name);
            if (value != null) {
                loggable.put(name, ApiKeyRedactor.mask(call.key, value));
            }
        }
        return loggable;
    }
}
