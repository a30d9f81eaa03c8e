package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The identifier by which client and service find the same request in their logs. */
class RequestIdTest {

    private static final String FAILED = "{\"code\":-2,\"msg\":\"system exception\"}";
    private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private final List<String> heard = new ArrayList<>();
    private final CallListener listener = operation -> new CallListener.Call() {
        @Override
        public void attempted(CallListener.Attempt attempt) {
            heard.add(attempt.requestId());
        }
    };

    private GpuCloudClient connect(FaultServer server) {
        return TestClients.builder(server, new TestTime()).listener(listener).build();
    }

    private static GpuCloudException failure(GpuCloudClient client) {
        return catchThrowableOfType(
                GpuCloudException.class, () -> client.billing().balance());
    }

    private static String sent(FaultServer server, int request) {
        return Objects.requireNonNull(server.received().get(request).header("x-request-id"));
    }

    @Test
    void isOursIfTheServiceReturnsNone() {
        try (FaultServer server = FaultServer.replying(Reply.json(500, FAILED));
                GpuCloudClient client = connect(server)) {
            String id = failure(client).requestId().orElseThrow();

            assertThat(id).matches(UUID);
            assertThat(List.of(sent(server, 0), sent(server, 1), sent(server, 2)))
                    .containsOnly(id);
            assertThat(heard).hasSize(3).containsOnly(id);
            assertThat(failure(client).requestId()).isNotEqualTo(java.util.Optional.of(id));
        }
    }

    @Test
    void isThatOfTheServiceIfItReturnsOne() {
        try (FaultServer server = FaultServer.replying(Reply.json(500, FAILED, "X-Request-Id: req-42"));
                GpuCloudClient client = connect(server)) {
            GpuCloudException failure = failure(client);

            assertThat(failure.requestId()).hasValue("req-42");
            assertThat(failure).hasMessageEndingWith(", 3 attempts, request ID req-42)");
            assertThat(heard).hasSize(3).containsOnly("req-42");
            assertThat(sent(server, 0)).matches(UUID);
        }
    }

    @Test
    void isHeardOfASuccessToo() {
        try (FaultServer server = FaultServer.replying(Reply.balance());
                GpuCloudClient client = connect(server)) {
            client.billing().balance();

            assertThat(heard).containsExactly(sent(server, 0));
        }
    }

    @Test
    void isThatOfAnInterceptorIfItSetsOne() {
        try (FaultServer server = FaultServer.replying(Reply.json(400, FAILED));
                GpuCloudClient client = TestClients.builder(server, new TestTime())
                        .interceptor(request -> request.header("x-request-id", "of-the-caller"))
                        .build()) {
            assertThat(failure(client).requestId()).hasValue("of-the-caller");
            assertThat(sent(server, 0)).isEqualTo("of-the-caller");
        }
    }

    @Test
    void isOnFailuresWithoutAResponse() {
        try (FaultServer server = FaultServer.replying(Reply.reset());
                GpuCloudClient client = connect(server)) {
            assertThat(failure(client).requestId()).hasValue(sent(server, 0));
        }
        try (FaultServer server = FaultServer.replying(Reply.balance());
                GpuCloudClient client =
                        GpuCloudClient.builder().baseUrl(server.url()).build()) {
            assertThat(failure(client).requestId().orElseThrow()).matches(UUID);
        }
    }

    @Test
    void fitsInALogHoweverTheServiceWritesIt() {
        String id = "X-Request-Id: " + TestClients.KEY + "\u0001" + "x".repeat(1000);
        try (FaultServer server = FaultServer.replying(Reply.json(400, FAILED, id));
                GpuCloudClient client = connect(server)) {
            assertThat(failure(client).requestId().orElseThrow()).hasSize(200).startsWith("[API key]?xxx");
        }
    }
}
