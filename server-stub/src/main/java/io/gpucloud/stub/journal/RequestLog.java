package io.gpucloud.stub.journal;

import io.gpucloud.stub.auth.KeyForm;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a line for every request to the logger {@code gpu-cloud-stub.requests}. Its keys are already masked. */
public final class RequestLog implements Consumer<JournaledRequest> {

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.requests");

    private final boolean enabled;

    public RequestLog(boolean enabled) {
        this.enabled = enabled;
    }

    @Override
    public void accept(JournaledRequest request) {
        if (enabled) {
            LOG.info(line(request));
        }
    }

    static String line(JournaledRequest request) {
        StringBuilder line = new StringBuilder("method=")
                .append(request.method())
                .append(" path=")
                .append(request.path());
        append(line, "query", request.query());
        append(line, "operation", request.operation());
        append(line, "status", request.status());
        append(line, "code", request.code());
        append(line, "duration_ms", request.durationMillis());
        append(line, "key", request.apiKey() == null ? null : KeyForm.mask(request.apiKey()));
        append(line, "faults", request.faults().isEmpty() ? null : String.join(",", request.faults()));
        return line.toString();
    }

    private static void append(StringBuilder line, String name, @Nullable Object value) {
        if (value != null) {
            line.append(' ').append(name).append('=').append(value);
        }
    }
}
