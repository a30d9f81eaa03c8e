package io.gpucloud.stub.journal;

import static java.util.Objects.requireNonNullElse;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Counts and times requests to the public API, by operation, status and code, and requests to the administration, by
 * path prefix and status. The key is never a tag.
 */
public final class RequestMetrics implements Consumer<JournaledRequest> {

    private static final String NAME = "gpu.cloud.stub.requests";
    private static final String ADMIN_NAME = "gpu.cloud.stub.admin.requests";
    private static final List<String> ADMIN_PATHS = List.of("/__admin", "/actuator");

    private static final Set<Integer> KNOWN_CODES = Set.of(-2, -1, 0, 1, 2, 400);

    private final MeterRegistry meters;

    public RequestMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    @Override
    public void accept(JournaledRequest request) {
        if (request.onPublicApi()) {
            acceptPublic(request);
        } else {
            ADMIN_PATHS.stream()
                    .filter(request.path()::startsWith)
                    .forEach(path -> record(request, ADMIN_NAME, Tags.of("path", path, "status", status(request))));
        }
    }

    private void acceptPublic(JournaledRequest request) {
        Tags tags = Tags.of(
                "operation", requireNonNullElse(request.operation(), "unknown"),
                "status", status(request),
                "code", request.code() == null ? "none" : known(request.code()));
        record(request, NAME, tags);
    }

    private void record(JournaledRequest request, String name, Tags tags) {
        meters.timer(name, tags).record(request.durationMillis(), TimeUnit.MILLISECONDS);
    }

    private static String status(JournaledRequest request) {
        return Integer.toString(request.status());
    }

    /** A fault can return any code, and each code would create a permanent meter. */
    private static String known(int code) {
        return KNOWN_CODES.contains(code) ? Integer.toString(code) : "other";
    }
}
