package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.InstanceLists.ABSENT;
import static io.gpucloud.client.internal.InstanceLists.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits of one thread, with a timer that advances by itself or has a frozen clock. */
class WaitsTest extends ClientTestBase {

    @Nested
    class UntilRunning {

        @Test
        void pollsAtOnce() {
            server.reply(listed(2));
            assertThat(client.instances().waitUntilRunning("i").status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(time.sleeps()).isEmpty();
        }

        @Test
        void pausesLongerAndLonger() {
            server.reply(listed(1), listed(1), listed(1), listed(1), listed(1), listed(1), listed(1), listed(2));
            client.instances().waitUntilRunning("i");

            assertThat(time.sleeps())
                    .extracting(Duration::toMillis)
                    .containsExactly(2000L, 3000L, 4500L, 6750L, 10125L, 15000L, 15000L);
        }

        @ParameterizedTest
        @ValueSource(ints = {77, 24, 27})
        void continuesAfterAnIntermediateOrUnknownStatus(int status) {
            server.reply(listed(status), listed(2));
            assertThat(client.instances().waitUntilRunning("i").instanceUuid()).isEqualTo("i");
        }

        @ParameterizedTest
        @ValueSource(ints = {21, 22, 23})
        void failsAtOnceWhenTheInstanceShutsDown(int status) {
            server.reply(listed(1), listed(status));
            WaitFailedException failure = catchThrowableOfType(
                    WaitFailedException.class, () -> client.instances().waitUntilRunning("i"));

            assertThat(server.requests()).isEqualTo(2);
            assertThat(failure.lastState().map(Instance::status)).hasValue(InstanceStatus.of(status));
            assertThat(failure)
                    .hasMessage("instance i was not running, and that cannot happen any more; last"
                            + " seen "
                            + InstanceStatus.of(status) + ", 2 polls (GET " + server.url()
                            + "/instance/list)");
        }

        @ParameterizedTest
        @ValueSource(ints = {21, 22, 23})
        void toleratesTheOldStatusAfterAStart(int status) {
            server.reply(Reply.done(), listed(status), listed(status), listed(24), listed(2));
            client.instances().start("i");

            assertThat(client.instances().waitUntilRunning("i").isRunning()).isTrue();
        }

        @Test
        void failsIfTheStatusStaysTheSameAfterAStart() {
            server.reply(Reply.done(), listed(22));
            client.observed().start("i", "g", 2);

            assertThatThrownBy(() -> client.instances().waitUntilRunning("i"))
                    .isInstanceOf(WaitFailedException.class)
                    .hasMessageContaining("last seen SHUT_DOWN (22), 7 polls");
        }

        @Test
        void toleratesThreeAbsencesInARow() {
            server.reply(ABSENT, ABSENT, ABSENT, listed(1), ABSENT, ABSENT, ABSENT, listed(2));
            client.instances().waitUntilRunning("i");

            assertThat(server.requests()).isEqualTo(8);
        }

        @Test
        void failsAtTheFourthAbsence() {
            server.reply(ABSENT);
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i"))
                    .isInstanceOf(WaitFailedException.class)
                    .hasMessageContaining("missing from the list; never listed, 4 polls");
            assertThat(server.requests()).isEqualTo(4);
        }

        @Test
        void endsInTimeWithTheLastState() {
            var minute = WaitOptions.builder().timeout(Duration.ofMinutes(1)).build();
            server.reply(listed(1));
            WaitTimeoutException failure = catchThrowableOfType(
                    WaitTimeoutException.class, () -> client.instances().waitUntilRunning("i", minute));

            assertThat(time.passed()).isEqualTo(Duration.ofMinutes(1));
            assertThat(failure.lastState().map(Instance::status)).hasValue(InstanceStatus.CREATED);
            assertThat(failure)
                    .hasMessage("instance i was not running within 1 minute; last seen CREATED (1), 9" + " polls (GET "
                            + server.url() + "/instance/list)");
        }

        @Test
        void reportsWhyTheLastPollFailed() {
            var seconds = WaitOptions.builder().timeout(Duration.ofSeconds(3)).build();
            server.reply(Reply.html(503));
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i", seconds))
                    .isInstanceOf(WaitTimeoutException.class)
                    .hasMessageContaining("never listed")
                    .hasMessageContaining("the last poll failed: the service failed (GET http://127.0.0.1:")
                    .hasMessageContaining(", HTTP 503, ");
        }

        @Test
        void endsWhenTheThreadIsInterrupted() {
            server.reply(listed(1));
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> client.instances().waitUntilRunning("i"))
                    .isInstanceOf(WaitFailedException.class)
                    .hasMessageContaining("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }

        @Test
        void reportsTheProgressAfterEveryPoll() {
            List<WaitOptions.Progress> seen = new ArrayList<>();
            server.reply(ABSENT, listed(2));
            client.instances()
                    .waitUntilRunning(
                            "i", WaitOptions.builder().onPoll(seen::add).build());
            assertThat(seen).hasSize(2);
            assertThat(seen.get(0)).isEqualTo(new WaitOptions.Progress("i", 1, Duration.ZERO, null));
            assertThat(seen.get(1))
                    .returns(2, WaitOptions.Progress::polls)
                    .returns(Duration.ofSeconds(2), WaitOptions.Progress::elapsed)
                    .satisfies(progress -> assertThat(progress.instance()).isNotNull());
        }
    }

    @Nested
    class UntilACondition {

        @Test
        void returnsTheInstanceThatSatisfiesIt() {
            server.reply(listed(2), ABSENT, listed(2, ",\"server_url\":[\"https://a\"]"), listed(22));
            Instance reached = client.instances()
                    .waitUntil("i", instance -> !instance.serverUrls().isEmpty(), WaitOptions.defaults());

            assertThat(reached.serverUrls()).containsExactly("https://a");
            assertThat(server.requests()).isEqualTo(3);
        }

        @Test
        void throwsTheExceptionOfTheCondition() {
            server.reply(listed(2));
            assertThatThrownBy(() -> client.instances()
                            .waitUntil(
                                    "i",
                                    instance -> {
                                        throw new IllegalStateException("no condition");
                                    },
                                    WaitOptions.defaults()))
                    .hasMessage("no condition");
        }
    }

    @Nested
    class UntilReachable {

        @Test
        void needsAnAddressAndAProbeThatSucceeds() {
            List<String> probed = new ArrayList<>();
            server.reply(listed(1), listed(2), listed(2, ",\"server_url\":[\"https://a\"]"));
            client.instances()
                    .waitUntilReachable(
                            "i",
                            instance -> {
                                probed.addAll(instance.serverUrls());
                                return probed.size() == 2;
                            },
                            WaitOptions.defaults());

            assertThat(probed).containsExactly("https://a", "https://a");
            assertThat(server.requests()).isEqualTo(4);
        }
    }

    @Nested
    class UntilShutDown {

        @ParameterizedTest
        @ValueSource(ints = {22, 23})
        void passesThroughEveryOtherStatus(int status) {
            server.reply(listed(2), listed(21), listed(status));
            assertThat(client.instances().waitUntilShutDown("i").status()).isEqualTo(InstanceStatus.of(status));
        }
    }

    @Nested
    class UntilGone {

        @Test
        void endsWhenTheInstanceIsNoLongerListed() {
            server.reply(listed(2), listed(2), ABSENT);
            client.instances().waitUntilGone("i");

            assertThat(server.requests()).isEqualTo(3);
        }

        @Test
        void doesNotCountAFailedPollAsAbsence() {
            server.reply(Reply.html(502), listed(2), ABSENT);
            client.instances().waitUntilGone("i");

            assertThat(server.requests()).isEqualTo(3);
        }
    }

    /** A timer whose pauses end but do not move its clock, as with a clock that counts whole seconds. */
    @Nested
    class WithAFrozenClock {

        private static final Duration STEP = Duration.ofMillis(100);
        private static final WaitOptions OPTIONS = WaitOptions.builder()
                .intervals(STEP, 1, STEP)
                .timeout(Duration.ofSeconds(1))
                .build();

        @AutoClose
        private final GpuCloudClient client =
                TestClients.builder(server, time).timer(time.withFrozenClock()).build();

        @Test
        void pausesForLessThanASecondUntilTheConditionHolds() throws Exception {
            server.reply(listed(1), listed(1), listed(2));
            CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);

            assertThat(wait.get().status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(time.sleeps()).containsExactly(STEP, STEP);
        }

        @Test
        void doNotEndWhenTheClockIsSetForward() {
            server.reply(listed(1), listed(1), listed(2));
            GpuCloudClient client =
                    client(builder -> builder.timer(time.withClockSetForward(() -> server.requests() > 0)));
            Instance instance = client.instances().waitUntilRunning("i", OPTIONS);

            assertThat(instance.status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(time.sleeps()).containsExactly(STEP, STEP);
        }

        @Test
        void endsABlockingWaitInTime() {
            server.reply(listed(1));
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i", OPTIONS))
                    .isInstanceOf(WaitTimeoutException.class)
                    .hasMessageContaining("within 1 second; last seen CREATED (1), 11 polls (");
            assertThat(time.sleeps()).hasSize(10).containsOnly(STEP);
        }

        @Test
        void growsIntervalsShorterThanAMillisecond() {
            WaitOptions tiny = OPTIONS.toBuilder()
                    .intervals(Duration.ofNanos(1000), 2, Duration.ofNanos(4000))
                    .timeout(Duration.ofNanos(9000))
                    .build();
            server.reply(listed(1));
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i", tiny))
                    .isInstanceOf(WaitTimeoutException.class);
            assertThat(time.sleeps()).extracting(Duration::toNanos).containsExactly(1000L, 2000L, 4000L, 2000L);
        }

        @Test
        void doesNotPollBeforeRetryAfterEvenIfTheWaitEnds() {
            Reply limited = Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", "Retry-After: 20");
            server.reply(limited);
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i", OPTIONS))
                    .isInstanceOf(WaitTimeoutException.class);

            assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(1));
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void rejectInvalidOptions() {
        WaitOptions options = WaitOptions.defaults();

        assertThatThrownBy(() -> options.toBuilder().timeout(Duration.ZERO).build())
                .hasMessageStartingWith("timeout must be positive");
        assertThatThrownBy(() -> options.toBuilder().absences(-1).build()).hasMessage("absences must not be negative");
        assertThatThrownBy(() -> options.toBuilder()
                        .intervals(Duration.ofSeconds(1), 0.5, Duration.ofSeconds(1))
                        .build())
                .hasMessage("factor must be between 1 and 100");
        assertThatThrownBy(() -> options.toBuilder()
                        .intervals(Duration.ofSeconds(2), 1, Duration.ofSeconds(1))
                        .build())
                .hasMessage("maxInterval must not be less than firstInterval");
    }
}
