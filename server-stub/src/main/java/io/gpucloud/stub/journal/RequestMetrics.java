package io.gpucloud.stub.journal;

import static java.util.Objects.requireNonNullElse;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Counts and times requests to the public API, by operation, status and code; never by key. */
public final class RequestMetrics implements Consumer<JournaledRequest> {

    private static final String NAME = "gpu.cloud.stub.requests";

    private static final Set<Integer> KNOWN_CODES = Set.of(-2, -1, 0, 1, 2, 400);

    private final MeterRegistry meters;

    /** Counts into a registry. */
    public RequestMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void accept(JournaledRequest request) {
        if (!request.isPublic()) {
            return;
        }
        Tags tags = Tags.of(
                "operation", requireNonNullElse(request.operation(), "unknown"),
                "status", Integer.toString(request.status()),
                "code", request.code() == null ? "none" : known(request.code()));
        meters.timer(NAME, tags).record(request.durationMillis(), TimeUnit.MILLISECONDS);
    }

    /** A fault can return any code, and each code would create a permanent meter. */
    private static String known(int code) {
        return KNOWN_CODES.contains(code) ? Integer.toString(code) : "other";
    }
}
