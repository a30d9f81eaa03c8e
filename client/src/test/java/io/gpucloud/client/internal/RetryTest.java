package io.gpucloud.client.internal;

import static io.gpucloud.client.testing.TestTime.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** How often a call is sent, and when. */
class RetryTest extends ClientTestBase {

    private static final Reply BALANCE = Reply.balance();
    private static final Reply FAILED = Reply.json(500, "{\"code\":-2,\"msg\":\"system exception\"}");

    private static Arguments operation(String name, Consumer<GpuCloudClient> call) {
        return Arguments.of(Named.of(name, call));
    }

    static Stream<Arguments> operationsNeverSentTwice() {
        return Stream.concat(creations(), otherChanges());
    }

    static Stream<Arguments> creations() {
        return Stream.of(
                operation("create of a pod", client -> client.instances().create(TestClients.POD_SPEC)),
                operation(
                        "create of an image",
                        client -> client.instances()
                                .create(InstanceSpec.builder()
                                        .imageUuid("i")
                                        .gpuUuid("g")
                                        .build())));
    }

    static Stream<Arguments> otherChanges() {
        return Stream.of(
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
                operation("mine", client -> client.images().privateImages()),
                operation("pods", client -> client.pods().list().page(1)),
                operation("gpus", client -> client.gpus().list()),
                operation("balance", client -> client.billing().balance()),
                operation("cards", client -> client.billing().cards().page(1)),
                operation("bills", client -> client.billing().bills().page(1)),
                operation("recharges", client -> client.billing().recharges().page(1)),
                operation("scheduleShutdown", client -> client.instances().scheduleShutdown("i", START)),
                operation("cancelShutdown", client -> client.instances().cancelShutdown("i")),
                operation("rename", client -> client.instances().updateTitle("i", "title")));
    }

    @Nested
    class AfterAFailureOfTheService {

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.RetryTest#operationsNeverSentTwice")
        void isNeverSentTwice(Consumer<GpuCloudClient> call) {
            server.reply(FAILED);
            ServerException failure = catchThrowableOfType(ServerException.class, () -> call.accept(client));

            assertThat(server.requests()).isEqualTo(1);
            assertThat(failure.mayHaveTakenEffect()).isTrue();
            assertThat(time.sleeps()).isEmpty();
        }

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.RetryTest#operationsSafeToRepeat")
        void isSentUpToThreeTimes(Consumer<GpuCloudClient> call) {
            server.reply(FAILED);
            ServerException failure = catchThrowableOfType(ServerException.class, () -> call.accept(client));

            assertThat(server.requests()).isEqualTo(3);
            assertThat(failure.attempts()).isEqualTo(3);
            assertThat(time.sleeps()).containsExactly(Duration.ofMillis(500), Duration.ofSeconds(1));
        }

        @Test
        void isSentAgainForCodeMinusTwoOfASuccess() {
            server.reply(Reply.code(-2, "execution failed"), BALANCE);
            assertThat(client.billing().balance().balance()).isEqualByComparingTo("1");
            assertThat(server.requests()).isEqualTo(2);
        }

        @Test
        void mayHaveTakenEffectIfALaterAttemptIsRejected() {
            server.reply(FAILED, Reply.json(403, "{\"code\":1,\"msg\":\"no\"}"));
            var failure = catchThrowableOfType(
                    GpuCloudException.class, () -> client.instances().cancelShutdown("i"));

            assertThat(failure.httpStatus()).hasValue(403);
            assertThat(failure.mayHaveTakenEffect()).isTrue();
        }

        @Test
        void pausesNoLongerThanTheBound() {
            server.reply(FAILED);
            GpuCloudClient client = client(builder -> builder.options(options -> options.maxAttempts(8)));
            assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(ServerException.class);

            assertThat(time.sleeps())
                    .extracting(Duration::toMillis)
                    .containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 8000L, 8000L);
        }

        @Test
        void isNotSentAgainPastTheDeadline() {
            server.reply(FAILED);
            GpuCloudClient client =
                    client(builder -> builder.options(options -> options.deadline(Duration.ofMillis(900))));
            var failure = catchThrowableOfType(
                    ServerException.class, () -> client.billing().balance());

            assertThat(failure.attempts()).isEqualTo(2);
            assertThat(time.sleeps()).containsExactly(Duration.ofMillis(500));
        }

        @Test
        void isNotSentAgainByAnInterruptedThread() {
            server.reply(FAILED);
            GpuCloudClient client = client(builder -> builder.timer(time.withPauses(pause -> {
                Thread.currentThread().interrupt();
                return new CompletableFuture<>();
            })));
            assertThatThrownBy(() -> client.billing().balance()).isInstanceOf(ServerException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Nested
    class AfterCode429OfASuccess {

        private static final Reply LIMITED = Reply.code(429, "too many requests");

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.RetryTest#operationsNeverSentTwice")
        void isNeverSentTwice(Consumer<GpuCloudClient> call) {
            server.reply(LIMITED);
            RateLimitedException failure = catchThrowableOfType(RateLimitedException.class, () -> call.accept(client));

            assertThat(server.requests()).isEqualTo(1);
            assertThat(failure.mayHaveTakenEffect()).isTrue();
        }

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.RetryTest#operationsSafeToRepeat")
        void isSentUpToThreeTimes(Consumer<GpuCloudClient> call) {
            server.reply(LIMITED);
            assertThatThrownBy(() -> call.accept(client)).isInstanceOf(RateLimitedException.class);

            assertThat(server.requests()).isEqualTo(3);
        }
    }

    @Nested
    class AfterHttp429 {

        private Reply limited(String... headers) {
            return Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", headers);
        }

        @ParameterizedTest
        @MethodSource({
            "io.gpucloud.client.internal.RetryTest#otherChanges",
            "io.gpucloud.client.internal.RetryTest#operationsSafeToRepeat"
        })
        void isSentAgainForEveryOperationThatCreatesNothing(Consumer<GpuCloudClient> call) {
            server.reply(limited());
            RateLimitedException failure = catchThrowableOfType(RateLimitedException.class, () -> call.accept(client));

            assertThat(server.requests()).isEqualTo(3);
            assertThat(failure.mayHaveTakenEffect()).isFalse();
            assertThat(failure.retryAfter()).isEmpty();
        }

        /** A gateway may respond with HTTP 429 although the service has created the instance. */
        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.RetryTest#creations")
        void isSentOnceIfItCreatesAnInstance(Consumer<GpuCloudClient> call) {
            server.reply(limited());

            assertThatThrownBy(() -> call.accept(client)).isInstanceOf(RateLimitedException.class);
            assertThat(server.requests()).isEqualTo(1);

            GpuCloudClient again = client.withOptions(options -> options.retryCreateAfterRateLimit(true));
            assertThatThrownBy(() -> call.accept(again)).isInstanceOf(RateLimitedException.class);
            assertThat(server.requests()).isEqualTo(4);
        }

        /** Without a pause that can be read, the pause is that of the client. START is 2026-01-01. */
        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
                        37000 | 37
                        23000 | Thu, 1 Jan 2026 00:00:23 GMT
                          500 | soon
                          500 | -1
                          500 | 1.5
                          500 | ''
                        """)
        void waitsAsLongAsTheServiceRequests(long millis, String retryAfter) {
            server.reply(limited("Retry-After: " + retryAfter), BALANCE);
            client.billing().balance();

            assertThat(time.sleeps()).containsExactly(Duration.ofMillis(millis));
        }

        @Test
        void usesTheClockOfTheServiceIfItSendsItsTime() {
            server.reply(
                    limited("Date: Sat, 21 Nov 2020 10:00:00 GMT", "Retry-After: Sat, 21 Nov 2020 10:00:07 GMT"),
                    BALANCE);
            client.billing().balance();

            assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(7));
        }

        /** Some servers send a moment in seconds since 1970. */
        @ParameterizedTest
        @CsvSource({"61, 61", "1767225600, 999999999", "9999999999, 999999999", "99999999999999999999, 999999999"})
        void givesUpAtOnceWhenThePauseIsTooLong(String retryAfter, long seconds) {
            server.reply(limited("Retry-After: " + retryAfter));
            var failure = catchThrowableOfType(
                    RateLimitedException.class, () -> client.billing().balance());

            assertThat(server.requests()).isEqualTo(1);
            assertThat(failure.retryAfter()).hasValue(Duration.ofSeconds(seconds));
            assertThat(time.sleeps()).isEmpty();
        }
    }
}
