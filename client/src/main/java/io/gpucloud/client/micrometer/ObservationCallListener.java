package io.gpucloud.client.micrometer;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.api.ApiOperation;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.RequestReplySenderContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Observes every call with all its attempts as {@value #NAME}, and every pause before another attempt as an event. Low
 * cardinality: {@code operation} (the {@code operationId}), {@code outcome} ({@code success} or the name of the
 * exception) and {@code http.status} (of the last response, or {@code none}). High cardinality: {@code request.id}. If
 * tracing is configured, the trace headers are sent with the request.
 */
public final class ObservationCallListener implements CallListener {

    /** Name of the observations. */
    public static final String NAME = "gpucloud.client.call";

    private final ObservationRegistry registry;

    /**
     * Observes calls.
     *
     * @param registry where observations are kept
     */
    public ObservationCallListener(ObservationRegistry registry) {
        this.registry = registry;
    }

    @Override
    public Call started(ApiOperation operation) {
        Map<String, String> headers = new LinkedHashMap<>();
        var context = new RequestReplySenderContext<Map<String, String>, CallListener.Attempt>(
                (carrier, name, value) -> headers.put(name, value));
        context.setCarrier(headers);
        context.setRemoteServiceName("gpu-cloud");
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName(operation.method() + " " + operation.path())
                .lowCardinalityKeyValue("operation", operation.id())
                .start();
        return new ObservedCall(observation, observation.openScope(), context, headers);
    }

    private record ObservedCall(
            Observation observation,
            Observation.Scope scope,
            RequestReplySenderContext<Map<String, String>, CallListener.Attempt> context,
            Map<String, String> headers)
            implements Call {

        @Override
        public void attempted(CallListener.Attempt attempt) {
            context.setResponse(attempt);
            observation.highCardinalityKeyValue("request.id", attempt.requestId());
            if (attempt.pause() != null) {
                observation.event(Observation.Event.of("retry"));
            }
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            String outcome = failure == null ? "success" : failure.getClass().getSimpleName();
            observation.lowCardinalityKeyValue("outcome", outcome).lowCardinalityKeyValue("http.status", status());
            if (failure != null) {
                observation.error(failure);
            }
            scope.close();
            observation.stop();
        }

        private String status() {
            CallListener.Attempt last = context.getResponse();
            return last == null || last.httpStatus().isEmpty()
                    ? "none"
                    : String.valueOf(last.httpStatus().getAsInt());
        }
    }
}
