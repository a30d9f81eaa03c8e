package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CallListenerTest extends ClientTestBase {

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

    private final GpuCloudClient heeded = client(builder -> builder.listener(listener));

    @Test
    void isCalledForEveryAttemptAndAddsHeadersToIt() {
        server.reply(Reply.html(503), BALANCE);
        heeded.billing().balance();

        assertThat(heard).containsExactly("started getBalance", "attempted 1", "attempted 2", "ended well");
        assertThat(attempts.get(0).failure()).isInstanceOf(ServerException.class);
        assertThat(attempts.get(0).pause()).isEqualTo(Duration.ofMillis(500));
        assertThat(attempts.get(1).failure()).isNull();
        assertThat(attempts.get(1).httpStatus()).hasValue(200);
        assertThat(server.received())
                .extracting(received -> received.header("traceparent"))
                .containsExactly("00-1-2-01", "00-1-2-01");
    }

    @Test
    void seesOnlyHeadersWithoutSecrets() {
        server.reply(BALANCE);
        heeded.billing().balance();

        assertThat(attempts.get(0).headers())
                .containsOnlyKeys("Content-Type", "Content-Length", "X-Request-Id")
                .containsEntry("X-Request-Id", "7");
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
        GpuCloudClient client = client(builder -> builder.listener(listener).transport((request, options) -> {
            throw new StackOverflowError();
        }));
        assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(StackOverflowError.class);

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
        GpuCloudClient client = client(builder -> builder.listener(failing).listener(listener));
        assertThat(client.billing().balance().balance()).isEqualByComparingTo("1");

        assertThat(heard).containsExactly("started getBalance", "attempted 1", "ended well");
    }
}
