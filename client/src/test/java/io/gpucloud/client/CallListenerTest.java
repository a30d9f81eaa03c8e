package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CallListenerTest {

    private static final Reply BALANCE = Reply.json(
            200, "{\"code\":0,\"data\":{\"balance\":1,\"card_balance\":2}}", "X-Request-Id: 7", "Set-Cookie: a=b");

    private final List<String> heard = new ArrayList<>();
    private final List<CallListener.Attempt> attempts = new ArrayList<>();

    private final CallListener listener = operation -> {
        heard.add("started " + operation.id());
        return new CallListener.Call() {
            @Override
            public Map<String, String> headers() {
                return Map.of("traceparent", "00-1-2-01");
            }

            @Override
            public void attempted(CallListener.Attempt attempt) {
                heard.add("attempted " + attempt.number());
                attempts.add(attempt);
            }

            @Override
            public void ended(@Nullable Throwable failure) {
                heard.add("ended "
                        + (failure == null ? "well" : failure.getClass().getSimpleName()));
            }
        };
    };

    @AutoClose
    private final FaultServer server = new FaultServer();

    @AutoClose
    private final GpuCloudClient client =
            TestClients.builder(server, new TestTime()).listener(listener).build();

    @Test
    void isCalledForEveryAttempt() {
        server.reply(Reply.html(503), BALANCE);
        client.billing().balance();

        assertThat(heard).containsExactly("started getBalance", "attempted 1", "attempted 2", "ended well");
        assertThat(attempts.get(0).failure()).isInstanceOf(ServerException.class);
        assertThat(attempts.get(0).pause()).isEqualTo(Duration.ofMillis(500));
        assertThat(attempts.get(1).failure()).isNull();
        assertThat(attempts.get(1).httpStatus()).hasValue(200);
    }

    @Test
    void seesOnlyHeadersWithoutSecrets() {
        server.reply(BALANCE);
        client.billing().balance();

        assertThat(attempts.get(0).headers())
                .containsOnlyKeys("Content-Type", "Content-Length", "X-Request-Id")
                .containsEntry("X-Request-Id", "7");
    }

    @Test
    void addsHeadersToEveryAttempt() {
        server.reply(Reply.html(503), BALANCE);
        client.billing().balance();

        assertThat(server.received())
                .extracting(received -> received.header("traceparent"))
                .containsExactly("00-1-2-01", "00-1-2-01");
    }

    @Test
    void isCalledForACallThatWasNeverSent() {
        server.reply(BALANCE);
        try (GpuCloudClient client = GpuCloudClient.builder()
                .baseUrl(server.url())
                .listener(listener)
                .build()) {
            assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(MissingApiKeyException.class);
        }

        assertThat(heard).containsExactly("started getBalance", "ended MissingApiKeyException");
    }

    @Test
    void isCalledAtTheEndOfACallThatFailsWithAnError() {
        server.reply(BALANCE);
        try (GpuCloudClient client = TestClients.builder(server, new TestTime())
                .transport((request, options) -> {
                    throw new StackOverflowError();
                })
                .listener(listener)
                .build()) {
            assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(StackOverflowError.class);
        }

        assertThat(heard).containsExactly("started getBalance", "ended StackOverflowError");
    }

    static Stream<CallListener> failingListeners() {
        CallListener atOnce = operation -> {
            throw new IllegalStateException("a listener that fails");
        };
        // The error of a listener that was compiled against another version of a class.
        CallListener later = operation -> new CallListener.Call() {
            @Override
            public void attempted(CallListener.Attempt attempt) {
                throw new NoSuchMethodError("attempted");
            }

            @Override
            public void ended(@Nullable Throwable failure) {
                throw new NoSuchMethodError("ended");
            }
        };
        return Stream.of(atOnce, later);
    }

    @ParameterizedTest
    @MethodSource("failingListeners")
    void doesNotDisturbTheCallWhenItFails(CallListener failing) {
        server.reply(BALANCE);
        try (GpuCloudClient client = TestClients.builder(server, new TestTime())
                .listener(failing)
                .listener(listener)
                .build()) {
            assertThat(client.billing().balance().balance()).isEqualByComparingTo("1");
        }

        assertThat(heard).containsExactly("started getBalance", "attempted 1", "ended well");
    }
}
