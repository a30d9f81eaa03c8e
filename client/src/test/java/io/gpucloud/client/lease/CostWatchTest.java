package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The moments at which the watch reads again. Tests against the stub cover the values. */
class CostWatchTest {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final TestTime time = new TestTime();

    private static Reply nothing(ReceivedRequest request) {
        return switch (request.operation()) {
            case "GET /instance/list" -> Reply.data("{\"instance_list\":[]}");
            case "GET /gpu/list" -> Reply.data("{\"gpu_list\":[],\"total\":0}");
            case "GET /pod/list" -> Reply.data("{\"pod_list\":[],\"total\":0}");
            case "GET /card/list" -> Reply.data("{\"card_list\":[],\"total\":0}");
            default -> Reply.balance();
        };
    }

    @Test
    void looksAgainWhenTheClockWasSetBackSince() {
        try (FaultServer server = new FaultServer(CostWatchTest::nothing);
                GpuCloudClient client = TestClients.connect(server, time)) {
            CostWatch watch = new CostWatch(client);
            CostReport before = watch.latest(MINUTE);
            time.turnBack(Duration.ofHours(1));

            assertThat(watch.latest(MINUTE)).isNotSameAs(before).returns(time.now(), CostReport::at);
        }
    }

    @Test
    void tellsNoFailureButThatOfItsLatestLook() {
        try (FaultServer server = FaultServer.replying(Reply.json(403, "{\"code\":1,\"msg\":\"no\"}"))) {
            GpuCloudClient client = TestClients.connect(server, time);
            CostWatch watch = new CostWatch(client);
            assertThatThrownBy(() -> watch.latest(MINUTE)).isInstanceOf(PermissionDeniedException.class);
            client.close();
            assertThatThrownBy(watch::now).isInstanceOf(IllegalStateException.class);

            assertThatThrownBy(() -> watch.latest(MINUTE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the client was closed");
        }
    }
}
