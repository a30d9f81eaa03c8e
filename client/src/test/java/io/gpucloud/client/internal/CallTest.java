package io.gpucloud.client.internal;

import static io.gpucloud.client.testing.TestTime.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.RetryPolicy;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.resource.ImageInstanceSpec;
import io.gpucloud.client.resource.PodInstanceSpec;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a call is sent, when, and with which key. */
class CallTest {

    private static final Reply BALANCE = Reply.data("{\"balance\":1,\"card_balance\":2}");
    private static final Reply FAILED = Reply.json(500, "{\"code\":-2,\"msg\":\"system exception\"}");

    private final TestTime time = new TestTime();

    private static Arguments operation(String name, Consumer<GpuCloudClient> call) {
        return Arguments.of(Named.of(name, call));
    }

    static Stream<Arguments> operationsNeverSentTwice() {
        return Stream.of(
                operation("createByPod", client -> client.instances().createByPod(PodInstanceSpec.of("p", "g"))),
                operation("createByImage", client -> client.instances().createByImage(ImageInstanceSpec.of("i", "g"))),
                operation("saveImage", client -> client.instances().saveImage("i")),
                operation("start", client -> client.instances().start("i")),
                operation("restart", client -> client.instances().restart("i")),
                operation("destroy", client -> client.instances().destroy("i")),
                operation("delete", client -> client.images().delete("i")));
    }

    static Stream<Arguments> operationsSafeToRepeat() {
        return Stream.of(
                operation("list", client -> client.instances().list()),
                operation("market", client -> client.images().market().page(1)),
                operation("mine", client -> client.images().mine()),
                operation("pods", client -> client.pods().list().page(1)),
                operation("gpus", client -> client.gpus().list()),
                operation("balance", client -> client.account().balance()),
                operation("cards", client -> client.account().cards().page(1)),
                operation("bills", client -> client.account().bills().page(1)),
                operation("recharges", client -> client.account().recharges().page(1)),
                operation("scheduleShutdown", client -> client.instances().scheduleShutdown("i", START)),
                operation("cancelShutdown", client -> client.instances().cancelShutdown("i")),
                operation("rename", client -> client.instances().rename("i", "title")));
    }

    @Nested
    class AfterAFailureOfTheService {

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.CallTest#operationsNeverSentTwice")
        void isNeverSentTwice(Consumer<GpuCloudClient> call) {
            try (FaultServer server = FaultServer.replying(FAILED);
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                ServerException failure = catchThrowableOfType(ServerException.class, () -> call.accept(client));

                assertThat(server.requests()).isEqualTo(1);
                assertThat(failure.mayHaveTakenEffect()).isTrue();
                assertThat(time.sleeps()).isEmpty();
            }
        }

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.CallTest#operationsSafeToRepeat")
        void isSentUpToThreeTimes(Consumer<GpuCloudClient> call) {
            try (FaultServer server = FaultServer.replying(FAILED);
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                ServerException failure = catchThrowableOfType(ServerException.class, () -> call.accept(client));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(failure.attempts()).isEqualTo(3);
                assertThat(time.sleeps()).containsExactly(Duration.ofMillis(500), Duration.ofSeconds(1));
            }
        }

        @Test
        void isSentAgainForCodeMinusTwoOfASuccess() {
            try (FaultServer server = FaultServer.replying(Reply.code(-2, "execution failed"), BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                assertThat(client.account().balance().balance()).isEqualByComparingTo("1");
                assertThat(server.requests()).isEqualTo(2);
            }
        }

        @Test
        void staysInDoubtWhenALaterAttemptIsRefused() {
            try (FaultServer server = FaultServer.replying(FAILED, Reply.json(403, "{\"code\":1,\"msg\":\"no\"}"));
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                GpuCloudException failure = catchThrowableOfType(
                        GpuCloudException.class, () -> client.instances().cancelShutdown("i"));

                assertThat(failure.httpStatus()).hasValue(403);
                assertThat(failure.mayHaveTakenEffect()).isTrue();
            }
        }

        @Test
        void pausesNoLongerThanTheBound() {
            RetryPolicy patient = RetryPolicy.defaults().withMaxAttempts(8);
            try (FaultServer server = FaultServer.replying(FAILED);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .options(RequestOptions.defaults().withRetryPolicy(patient))
                            .build()) {
                assertThatThrownBy(() -> client.account().balance()).isInstanceOf(ServerException.class);

                assertThat(time.sleeps())
                        .extracting(Duration::toMillis)
                        .containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 8000L, 8000L);
            }
        }

        @Test
        void isNotSentAgainPastTheDeadline() {
            try (FaultServer server = FaultServer.replying(FAILED);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .options(RequestOptions.defaults().withDeadline(Duration.ofMillis(900)))
                            .build()) {
                ServerException failure = catchThrowableOfType(
                        ServerException.class, () -> client.account().balance());

                assertThat(failure.attempts()).isEqualTo(2);
                assertThat(time.sleeps()).containsExactly(Duration.ofMillis(500));
            }
        }

        @Test
        void isNotSentAgainByAnInterruptedThread() {
            try (FaultServer server = FaultServer.replying(FAILED);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .sleeper(duration -> {
                                throw new InterruptedException();
                            })
                            .build()) {
                assertThatThrownBy(() -> client.account().balance()).isInstanceOf(ServerException.class);
                assertThat(Thread.interrupted()).isTrue();
                assertThat(server.requests()).isEqualTo(1);
            }
        }
    }

    @Nested
    class AfterHttp429 {

        private Reply limited(String... headers) {
            return Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", headers);
        }

        @ParameterizedTest
        @MethodSource({
            "io.gpucloud.client.internal.CallTest#operationsNeverSentTwice",
            "io.gpucloud.client.internal.CallTest#operationsSafeToRepeat"
        })
        void isSentAgainWhateverItIs(Consumer<GpuCloudClient> call) {
            try (FaultServer server = FaultServer.replying(limited());
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                RateLimitedException failure =
                        catchThrowableOfType(RateLimitedException.class, () -> call.accept(client));

                assertThat(server.requests()).isEqualTo(3);
                assertThat(failure.mayHaveTakenEffect()).isFalse();
            }
        }

        @Test
        void waitsAsLongAsTheServiceAsks() {
            try (FaultServer server = FaultServer.replying(limited("Retry-After: 37"), BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                client.account().balance();

                assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(37));
            }
        }

        @Test
        void waitsUntilTheMomentThatTheServiceNames() {
            String moment = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    START.plusSeconds(23).atOffset(ZoneOffset.UTC));
            try (FaultServer server = FaultServer.replying(limited("Retry-After: " + moment), BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                client.account().balance();

                assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(23));
            }
        }

        @Test
        void reckonsByTheClockOfTheServiceIfItTellsIt() {
            try (FaultServer server = FaultServer.replying(
                            limited(
                                    "Date: Sat, 21 Nov 2020 10:00:00 GMT",
                                    "Retry-After: Sat, 21 Nov 2020 10:00:07 GMT"),
                            BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                client.account().balance();

                assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(7));
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"soon", "-1", "1.5", ""})
        void fallsBackToItsOwnPauseWhenItCannotReadTheirs(String retryAfter) {
            try (FaultServer server = FaultServer.replying(limited("Retry-After: " + retryAfter), BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                client.account().balance();

                assertThat(time.sleeps()).containsExactly(Duration.ofMillis(500));
            }
        }

        @Test
        void givesUpAtOnceWhenThePauseIsTooLong() {
            try (FaultServer server = FaultServer.replying(limited("Retry-After: 61"));
                    GpuCloudClient client = TestClients.builder(server, time).build()) {
                RateLimitedException failure = catchThrowableOfType(
                        RateLimitedException.class, () -> client.account().balance());

                assertThat(server.requests()).isEqualTo(1);
                assertThat(failure.retryAfter()).hasValue(Duration.ofSeconds(61));
                assertThat(time.sleeps()).isEmpty();
            }
        }
    }

    @Nested
    class TheKey {

        @Test
        void goesWithProtectedOperations() {
            try (FaultServer server = FaultServer.replying(BALANCE);
                    GpuCloudClient client = TestClients.connect(server)) {
                client.account().balance();

                assertThat(server.first().header("authorization")).isEqualTo("Bearer " + TestClients.KEY);
            }
        }

        @Test
        void doesNotGoWithPublicOperations() {
            try (FaultServer server = FaultServer.replying(
                            Reply.data("{\"pod_list\":[],\"total\":0}"),
                            Reply.data("{\"image_list\":[],\"total\":0}"));
                    GpuCloudClient client = TestClients.connect(server)) {
                client.pods().list().page(1);
                client.images().market().page(1);

                assertThat(server.received())
                        .extracting(received -> received.header("authorization"))
                        .containsOnlyNulls()
                        .hasSize(2);
            }
        }

        @Test
        void isMissedBeforeAnythingIsSent() {
            try (FaultServer server = FaultServer.replying(BALANCE);
                    GpuCloudClient client =
                            GpuCloudClient.builder().baseUrl(server.url()).build()) {
                MissingApiKeyException failure = catchThrowableOfType(
                        MissingApiKeyException.class, () -> client.account().balance());

                assertThat(failure.operation()).isEqualTo(ApiOperation.GET_BALANCE);
                assertThat(failure.attempts()).isZero();
                assertThat(server.connections()).isZero();
            }
        }

        @Test
        void isMissedWhenItsSupplierFails() {
            try (FaultServer server = FaultServer.replying(BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .apiKey(() -> {
                                throw new IllegalStateException("the vault is closed");
                            })
                            .build()) {
                assertThatThrownBy(() -> client.account().balance())
                        .isInstanceOf(MissingApiKeyException.class)
                        .hasRootCauseMessage("the vault is closed");
                assertThat(server.connections()).isZero();
            }
        }

        @Test
        void isAskedForByEveryAttempt() {
            assertThat(keysSent(List.of("first-key", "second-key"), FAILED, BALANCE))
                    .containsExactly("Bearer first-key", "Bearer second-key");
        }

        @Test
        void isAskedForOnceMoreAfterItWasRefused() {
            Reply refused = Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}");

            assertThat(keysSent(List.of("old-key", "new-key"), refused, BALANCE))
                    .containsExactly("Bearer old-key", "Bearer new-key");
            assertThat(time.sleeps()).isEmpty();
        }

        @Test
        void isNotSentAgainWhenItIsTheSame() {
            Reply refused = Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}");
            try (FaultServer server = FaultServer.replying(refused);
                    GpuCloudClient client = TestClients.connect(server)) {
                assertThatThrownBy(() -> client.account().balance()).isInstanceOf(AuthenticationException.class);
                assertThat(server.requests()).isEqualTo(1);
            }
        }

        @Test
        void isRenewedOnceOnly() {
            Reply refused = Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}");
            Queue<String> keys = new ArrayDeque<>(List.of("key-1", "key-2", "key-3", "key-4"));
            try (FaultServer server = FaultServer.replying(refused);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .apiKey(() -> ApiKey.of(keys.remove()))
                            .build()) {
                assertThatThrownBy(() -> client.account().balance()).isInstanceOf(AuthenticationException.class);
                assertThat(server.requests()).isEqualTo(2);
            }
        }

        private List<String> keysSent(List<String> keys, Reply... replies) {
            Queue<String> left = new ArrayDeque<>(keys);
            try (FaultServer server = FaultServer.replying(replies);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .apiKey(() -> ApiKey.of(left.remove()))
                            .build()) {
                client.account().balance();
                return server.received().stream()
                        .map(received -> String.valueOf(received.header("authorization")))
                        .toList();
            }
        }
    }

    @Nested
    class ARequest {

        @Test
        void namesTheClientAndItsVersion() {
            try (FaultServer server = FaultServer.replying(BALANCE);
                    GpuCloudClient client = TestClients.connect(server)) {
                client.account().balance();

                assertThat(server.first().header("user-agent")).matches("gpu-cloud-client/\\d+\\.\\d+\\S* Java/\\d+");
            }
        }

        @Test
        void carriesWhatInterceptorsAdd() {
            try (FaultServer server = FaultServer.replying(BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .interceptor(request -> request.header("X-Team", "render"))
                            .build()) {
                client.account().balance();

                assertThat(server.first().header("x-team")).isEqualTo("render");
            }
        }

        @Test
        void doesNotGoToAnotherHostEvenIfAnInterceptorSaysSo() {
            try (FaultServer elsewhere = FaultServer.replying(BALANCE);
                    FaultServer server = FaultServer.replying(BALANCE);
                    GpuCloudClient client = TestClients.builder(server, time)
                            .interceptor(request -> request.target(elsewhere.url()))
                            .build()) {
                assertThatThrownBy(() -> client.account().balance()).isInstanceOf(IllegalStateException.class);
                assertThat(elsewhere.connections()).isZero();
            }
        }
    }
}
