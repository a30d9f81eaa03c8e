package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.InstanceLists.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Waits whose polls fail. */
class FailedPollsTest {

    private final TestTime time = new TestTime();

    @AutoClose
    private final FaultServer server = new FaultServer();

    @AutoClose
    private final GpuCloudClient client = TestClients.connect(server, time);

    static Stream<Reply> failuresThatPass() {
        return Stream.of(
                Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}"),
                Reply.json(500, "{\"code\":-2,\"msg\":\"system exception\"}"),
                Reply.code(-1, "the query failed"),
                Reply.html(502),
                Reply.html(200),
                Reply.reset(),
                Reply.truncated("{"));
    }

    @ParameterizedTest
    @MethodSource("failuresThatPass")
    void doesNotEndTheWait(Reply failure) {
        server.reply(failure, failure, listed(2));
        client.instances().waitUntilRunning("i");

        assertThat(server.requests()).isEqualTo(3);
        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(3));
    }

    @Test
    void doesNotEndTheWaitWhenTheKeyCannotBeReadForAMoment() {
        AtomicInteger reads = new AtomicInteger();
        server.reply(listed(1), listed(2));
        try (GpuCloudClient client = TestClients.builder(server, time)
                .apiKey(() -> {
                    if (reads.incrementAndGet() == 2) {
                        throw new IllegalStateException("the vault is closed");
                    }
                    return ApiKey.of(TestClients.KEY);
                })
                .build()) {
            client.instances().waitUntilRunning("i");

            assertThat(reads).hasValue(3);
        }
    }

    /** The pause is at most five minutes: some servers send a moment in seconds since 1970. */
    @ParameterizedTest
    @CsvSource({"120, PT2M", "1767225600, PT5M"})
    void isNotRepeatedBeforeTheServiceWantsIt(String retryAfter, Duration pause) {
        Reply limited = Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", "Retry-After: " + retryAfter);
        server.reply(limited, listed(2));
        client.instances().waitUntilRunning("i");

        assertThat(time.sleeps()).containsExactly(pause);
    }

    @Test
    void endsTheWaitWhenTheKeyIsRejected() {
        server.reply(listed(1), Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}"));
        assertThatThrownBy(() -> client.instances().waitUntilRunning("i")).isInstanceOf(AuthenticationException.class);
        assertThat(server.requests()).isEqualTo(2);
    }
}
