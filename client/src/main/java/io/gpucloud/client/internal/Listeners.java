package io.gpucloud.client.internal;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.api.ApiOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All listeners of a client. An exception of one listener reaches neither the caller nor the other listeners. */
record Listeners(List<CallListener> listeners) implements CallListener {

    /** Ignores all events. */
    static final Call SILENT = new Call() {};

    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

    @Override
    public Call started(ApiOperation operation) {
        List<Call> calls = new ArrayList<>(listeners.size());
        each(listeners, listener -> {
            Call call = listener.started(operation);
            if (call != SILENT) {
                calls.add(call);
            }
        });
        return calls.isEmpty() ? SILENT : new Calls(calls);
    }

    private static <T> void each(List<T> listeners, Consumer<T> report) {
        for (T listener : listeners) {
            try {
                report.accept(listener);
            } catch (RuntimeException | Error failed) {
                // Also errors, such as a LinkageError of a listener: they must not lose the response to a create
                // request.
                LOG.warn("a listener failed", failed);
            }
        }
    }

    private record Calls(List<Call> calls) implements Call {

        @Override
        public Map<String, String> headers() {
            Map<String, String> headers = new LinkedHashMap<>();
            each(calls, call -> headers.putAll(call.headers()));
            return headers;
        }

        @Override
        public void attempted(CallListener.Attempt attempt) {
            each(calls, call -> call.attempted(attempt));
        }

        @Override
        public void unreadable(CallListener.Unreadable part) {
            each(calls, call -> call.unreadable(part));
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            each(calls, call -> call.ended(failure));
        }
    }
}
