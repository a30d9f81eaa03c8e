package io.gpucloud.stub.control;

import static java.util.Objects.requireNonNullElse;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Counts and times requests to the public API, by operation, status and code; never by key. */
public final class RequestMetrics implements Consumer<Journal.Request> {

    private static final String NAME = "gpu.cloud.stub.requests";

    private final MeterRegistry meters;

    /**
     * Counts into a registry.
     *
     * @param meters the registry
     */
    public RequestMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void accept(Journal.Request request) {
        Tags tags = Tags.of(
                "operation", requireNonNullElse(request.operation(), "unknown"),
                "status", Integer.toString(request.status()),
                "code", request.code() == null ? "none" : request.code().toString());
        meters.timer(NAME, tags).record(request.durationMillis(), TimeUnit.MILLISECONDS);
    }
}
