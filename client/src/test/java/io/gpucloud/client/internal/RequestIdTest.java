package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.CallListener;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The identifier by which client and service find the same request in their logs. */
class RequestIdTest extends ClientTestBase {

    private static final String FAILED = "{\"code\":-2,\"msg\":\"system exception\"}";
    private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    private final List<String> heard = new ArrayList<>();
    private final CallListener listener = operation -> new CallListener.Call() {
        @Override
        public void attempted(CallListener.Attempt attempt) {
            heard.add(attempt.requestId());
        }
    };

    private final GpuCloudClient observed = client(builder -> builder.listener(listener));

    private static GpuCloudException failure(GpuCloudClient client) {
        return catchThrowableOfType(
                GpuCloudException.class, () -> client.billing().balance());
    }

    private String sent(int request) {
        return Objects.requireNonNull(server.received().get(request).header("x-request-id"));
    }

    @Test
    void isThatOfTheClientIfTheServiceReturnsNone() {
        server.reply(Reply.json(500, FAILED));
        String id = failure(observed).requestId().orElseThrow();

        assertThat(id).matches(UUID);
        assertThat(List.of(sent(0), sent(1), sent(2))).containsOnly(id);
        assertThat(heard).hasSize(3).containsOnly(id);
        assertThat(failure(observed).requestId()).isNotEqualTo(java.util.Optional.of(id));
    }

    @Test
    void isThatOfTheServiceIfItReturnsOne() {
        server.reply(Reply.json(500, FAILED, "X-Request-Id: req-42"));
        GpuCloudException failure = failure(observed);

        assertThat(failure.requestId()).hasValue("req-42");
        assertThat(failure).hasMessageEndingWith(", 3 attempts, request ID req-42)");
        assertThat(heard).hasSize(3).containsOnly("req-42");
        assertThat(sent(0)).matches(UUID);
    }

    @Test
    void isReportedForASuccess() {
        server.reply(Reply.balance());
        observed.billing().balance();

        assertThat(heard).containsExactly(sent(0));
    }

    @Test
    void isThatOfAnInterceptorIfItSetsOne() {
        server.reply(Reply.json(400, FAILED));
        GpuCloudClient client =
                client(builder -> builder.interceptor(request -> request.header("x-request-id", "of-the-caller")));

        assertThat(failure(client).requestId()).hasValue("of-the-caller");
        assertThat(sent(0)).isEqualTo("of-the-caller");
    }

    @Test
    void isInExceptionsWithoutAResponse() {
        server.reply(Reply.reset());
        assertThat(failure(client).requestId()).hasValue(sent(0));
        server.reply(Reply.balance());
        try (var client = GpuCloudClient.builder().baseUrl(server.url()).build()) {
            assertThat(failure(client).requestId().orElseThrow()).matches(UUID);
        }
    }

    @Test
    void isMaskedAndShortenedForLogs() {
        String id = "X-Request-Id: " + TestClients.KEY + "\u0001" + "x".repeat(1000);
        server.reply(Reply.json(400, FAILED, id));
        assertThat(failure(client).requestId().orElseThrow()).hasSize(200).startsWith("[API key]?xxx");
    }
}
