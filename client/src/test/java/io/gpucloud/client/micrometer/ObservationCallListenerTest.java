package io.gpucloud.client.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.SenderContext;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ObservationCallListenerTest extends ClientTestBase {

    private final List<String> events = new ArrayList<>();
    private final List<String> stopped = new ArrayList<>();
    private final ObservationRegistry registry = ObservationRegistry.create();

    private final GpuCloudClient observed = client(builder -> builder.listener(new ObservationCallListener(registry)));

    @BeforeEach
    void record() {
        registry.observationConfig().observationHandler(new Recorder());
    }

    @Test
    void containOperationOutcomeAndStatus() {
        server.reply(Reply.html(503), Reply.balance());
        observed.billing().balance();

        assertThat(stopped)
                .containsExactly("gpucloud.client.call GET /balance/info"
                        + " [http.status=200, operation=getBalance, outcome=success] error: null");
        assertThat(events).containsExactly("retry");
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void containTheException() {
        server.reply(Reply.code(-1, "no"));
        assertThatThrownBy(() -> observed.instances().start("i")).isInstanceOf(OperationFailedException.class);

        assertThat(stopped)
                .singleElement()
                .asString()
                .contains("outcome=OperationFailedException")
                .contains("error: io.gpucloud.client.error.OperationFailedException: startInstance: no");
    }

    @Test
    void propagateTraces() {
        server.reply(Reply.balance());
        observed.billing().balance();

        assertThat(server.first().header("traceparent")).isEqualTo("00-1-2-01");
    }

    private final class Recorder implements ObservationHandler<SenderContext<Object>> {

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof SenderContext;
        }

        @Override
        public void onStart(SenderContext<Object> context) {
            context.getSetter().set(context.getCarrier(), "traceparent", "00-1-2-01");
        }

        @Override
        public void onEvent(Observation.Event event, SenderContext<Object> context) {
            events.add(event.getName());
        }

        @Override
        public void onStop(SenderContext<Object> context) {
            List<String> keys = context.getLowCardinalityKeyValues().stream()
                    .map(pair -> pair.getKey() + "=" + pair.getValue())
                    .toList();
            stopped.add(context.getName() + " " + context.getContextualName() + " " + keys + " error: "
                    + context.getError());
        }
    }
}
