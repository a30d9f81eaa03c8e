package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.Sleeper;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits of one thread, in a time that passes by itself. */
class WaitsTest {

    private final TestTime time = new TestTime();

    private static Reply listed(int status, String more) {
        return Reply.data("{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":" + status + ",\"title\":\"t\""
                + more + "},{\"instance_uuid\":\"other\",\"status\":2,\"title\":\"o\"}]}");
    }

    private static Reply listed(int status) {
        return listed(status, "");
    }

    private static final Reply ABSENT = Reply.data("{\"instance_list\":[]}");

    private GpuCloudClient connect(FaultServer server) {
        return TestClients.builder(server, time).build();
    }

    @Nested
    class UntilRunning {

        @Test
        void looksAtOnce() {
            try (FaultServer server = FaultServer.replying(listed(2));
                    GpuCloudClient client = connect(server)) {
                assertThat(client.instances().waitUntilRunning("i").status()).isEqualTo(InstanceStatus.RUNNING);
                assertThat(time.sleeps()).isEmpty();
            }
        }

        @Test
        void pausesLongerAndLonger() {
            try (FaultServer server = FaultServer.replying(
                            listed(1), listed(1), listed(1), listed(1), listed(1), listed(1), listed(1), listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i");

                assertThat(time.sleeps())
                        .extracting(Duration::toMillis)
                        .containsExactly(2000L, 3000L, 4500L, 6750L, 10125L, 15000L, 15000L);
            }
        }

        @Test
        void goesOnForAStatusThatNobodyKnows() {
            try (FaultServer server = FaultServer.replying(listed(77), listed(2));
                    GpuCloudClient client = connect(server)) {
                assertThat(client.instances().waitUntilRunning("i").instanceUuid())
                        .isEqualTo("i");
            }
        }

        @ParameterizedTest
        @ValueSource(ints = {21, 22})
        void failsAtOnceWhenTheInstanceShutsDown(int status) {
            try (FaultServer server = FaultServer.replying(listed(1), listed(status));
                    GpuCloudClient client = connect(server)) {
                WaitFailedException failure = catchThrowableOfType(
                        WaitFailedException.class, () -> client.instances().waitUntilRunning("i"));

                assertThat(server.requests()).isEqualTo(2);
                assertThat(failure.lastState().map(Instance::status)).hasValue(InstanceStatus.of(status));
                assertThat(failure)
                        .hasMessage(
                                "listInstances: instance i was not running, and that cannot happen any more; last seen "
                                        + InstanceStatus.of(status) + ", 2 looks");
            }
        }

        @Test
        void toleratesThreeAbsencesInARow() {
            try (FaultServer server =
                            FaultServer.replying(ABSENT, ABSENT, ABSENT, listed(1), ABSENT, ABSENT, ABSENT, listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i");

                assertThat(server.requests()).isEqualTo(8);
            }
        }

        @Test
        void failsAtTheFourthAbsence() {
            try (FaultServer server = FaultServer.replying(ABSENT);
                    GpuCloudClient client = connect(server)) {
                assertThatThrownBy(() -> client.instances().waitUntilRunning("i"))
                        .isInstanceOf(WaitFailedException.class)
                        .hasMessageContaining("missing from the list; never listed, 4 looks");
                assertThat(server.requests()).isEqualTo(4);
            }
        }

        @Test
        void endsInTimeWithTheLastState() {
            WaitOptions minute = WaitOptions.defaults().withTimeout(Duration.ofMinutes(1));
            try (FaultServer server = FaultServer.replying(listed(1));
                    GpuCloudClient client = connect(server)) {
                WaitTimeoutException failure = catchThrowableOfType(
                        WaitTimeoutException.class, () -> client.instances().waitUntilRunning("i", minute));

                assertThat(time.passed()).isEqualTo(Duration.ofMinutes(1));
                assertThat(failure.lastState().map(Instance::status)).hasValue(InstanceStatus.CREATED);
                assertThat(failure)
                        .hasMessage(
                                "listInstances: instance i was not running within PT1M; last seen CREATED (1), 9 looks");
            }
        }

        @Test
        void tellsWhyTheLastLookFailed() {
            WaitOptions seconds = WaitOptions.defaults().withTimeout(Duration.ofSeconds(3));
            try (FaultServer server = FaultServer.replying(Reply.html(503));
                    GpuCloudClient client = connect(server)) {
                assertThatThrownBy(() -> client.instances().waitUntilRunning("i", seconds))
                        .isInstanceOf(WaitTimeoutException.class)
                        .hasMessageContaining("never listed")
                        .hasMessageContaining("the last look failed: listInstances: the service failed (HTTP 503)");
            }
        }

        @Test
        void endsWhenTheThreadIsInterrupted() {
            try (FaultServer server = FaultServer.replying(listed(1));
                    GpuCloudClient client = connect(server)) {
                Thread.currentThread().interrupt();

                assertThatThrownBy(() -> client.instances().waitUntilRunning("i"))
                        .isInstanceOf(WaitFailedException.class)
                        .hasMessageContaining("interrupted");
                assertThat(Thread.interrupted()).isTrue();
            }
        }

        @Test
        void tellsWhatEveryLookBrought() {
            List<WaitOptions.Progress> seen = new ArrayList<>();
            try (FaultServer server = FaultServer.replying(ABSENT, listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i", WaitOptions.defaults().withOnPoll(seen::add));
            }
            assertThat(seen).hasSize(2);
            assertThat(seen.get(0)).isEqualTo(new WaitOptions.Progress("i", 1, Duration.ZERO, null));
            assertThat(seen.get(1))
                    .returns(2, WaitOptions.Progress::polls)
                    .returns(Duration.ofSeconds(2), WaitOptions.Progress::elapsed)
                    .satisfies(progress -> assertThat(progress.instance()).isNotNull());
        }
    }

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

    @Nested
    class AFailedLook {

        @ParameterizedTest
        @MethodSource("io.gpucloud.client.internal.WaitsTest#failuresThatPass")
        void doesNotEndTheWait(Reply failure) {
            try (FaultServer server = FaultServer.replying(failure, failure, listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i");

                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(3));
            }
        }

        @Test
        void isNotRepeatedBeforeTheServiceWantsIt() {
            Reply limited = Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", "Retry-After: 120");
            try (FaultServer server = FaultServer.replying(limited, listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i");

                assertThat(time.sleeps()).containsExactly(Duration.ofMinutes(2));
            }
        }

        /** Some servers write a moment as seconds since 1970. */
        @Test
        void isRepeatedAfterFiveMinutesHoweverLongTheServiceAsks() {
            Reply limited = Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", "Retry-After: 1767225600");
            try (FaultServer server = FaultServer.replying(limited, listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i");

                assertThat(time.sleeps()).containsExactly(Duration.ofMinutes(5));
            }
        }

        @Test
        void endsTheWaitWhenTheKeyIsRefused() {
            try (FaultServer server =
                            FaultServer.replying(listed(1), Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}"));
                    GpuCloudClient client = connect(server)) {
                assertThatThrownBy(() -> client.instances().waitUntilRunning("i"))
                        .isInstanceOf(AuthenticationException.class);
                assertThat(server.requests()).isEqualTo(2);
            }
        }
    }

    @Nested
    class UntilReachable {

        @Test
        void needsAnAddressAndAProbeThatSucceeds() {
            List<String> probed = new ArrayList<>();
            try (FaultServer server =
                            FaultServer.replying(listed(1), listed(2), listed(2, ",\"server_url\":[\"https://a\"]"));
                    GpuCloudClient client = connect(server)) {
                client.instances()
                        .waitUntilReachable(
                                "i",
                                instance -> {
                                    probed.addAll(instance.serverUrl());
                                    return probed.size() == 2;
                                },
                                WaitOptions.defaults());

                assertThat(probed).containsExactly("https://a", "https://a");
                assertThat(server.requests()).isEqualTo(4);
            }
        }

        @Test
        void endsWithWhatTheProbeThrows() {
            try (FaultServer server = FaultServer.replying(listed(2, ",\"server_url\":[\"https://a\"]"));
                    GpuCloudClient client = connect(server)) {
                assertThatThrownBy(() -> client.instances()
                                .waitUntilReachable(
                                        "i",
                                        instance -> {
                                            throw new IllegalStateException("no probe");
                                        },
                                        WaitOptions.defaults()))
                        .hasMessage("no probe");
            }
        }
    }

    @Nested
    class UntilShutDown {

        @Test
        void passesThroughEveryOtherStatus() {
            try (FaultServer server = FaultServer.replying(listed(2), listed(21), listed(22));
                    GpuCloudClient client = connect(server)) {
                assertThat(client.instances().waitUntilShutDown("i").status()).isEqualTo(InstanceStatus.SHUT_DOWN);
            }
        }
    }

    @Nested
    class UntilGone {

        @Test
        void endsWhenTheInstanceIsListedNoMore() {
            try (FaultServer server = FaultServer.replying(listed(2), listed(2), ABSENT);
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilGone("i");

                assertThat(server.requests()).isEqualTo(3);
            }
        }

        @Test
        void doesNotTakeAFailedLookForAbsence() {
            try (FaultServer server = FaultServer.replying(Reply.html(502), listed(2), ABSENT);
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilGone("i");

                assertThat(server.requests()).isEqualTo(3);
            }
        }
    }

    @Nested
    class UntilTheImageIsSaved {

        @Test
        void followsTheUpload() {
            try (FaultServer server = FaultServer.replying(
                            listed(2), listed(21, ",\"save_image_status\":1"), listed(22, ",\"save_image_status\":2"));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilImageSaved("i");

                assertThat(server.requests()).isEqualTo(3);
            }
        }

        @Test
        void failsWithTheUpload() {
            try (FaultServer server = FaultServer.replying(listed(22, ",\"save_image_status\":3"));
                    GpuCloudClient client = connect(server)) {
                assertThatThrownBy(() -> client.instances().waitUntilImageSaved("i"))
                        .isInstanceOf(WaitFailedException.class)
                        .hasMessageContaining("last seen SHUT_DOWN (22), image FAILED (3)");
            }
        }
    }

    @Nested
    class AnotherWait {

        @Test
        void looksAnewAtWhatWasDoneMeanwhile() {
            try (FaultServer server = FaultServer.replying(listed(2), ABSENT);
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i");
                client.instances().waitUntilGone("i");

                assertThat(server.requests()).isEqualTo(2);
                assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(2));
            }
        }

        @Test
        void looksAnewWhenTheClockWasSetBack() {
            try (FaultServer server = FaultServer.replying(listed(22), listed(1), listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilShutDown("i");
                time.turnBack(Duration.ofMinutes(10));
                client.instances().waitUntilRunning("i");

                assertThat(server.requests()).isEqualTo(3);
                assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(2));
            }
        }
    }

    @Nested
    class AWaitWithLongPauses {

        private final WaitOptions leisurely =
                WaitOptions.defaults().withIntervals(Duration.ofMinutes(10), 1, Duration.ofMinutes(10));

        @Test
        void endsInTime() {
            WaitOptions minute = leisurely.withTimeout(Duration.ofMinutes(1));
            try (FaultServer server = FaultServer.replying(listed(2));
                    GpuCloudClient client = connect(server)) {
                client.instances().waitUntilRunning("i");

                assertThatThrownBy(() -> client.instances().waitUntilShutDown("i", minute))
                        .isInstanceOf(WaitTimeoutException.class)
                        .hasMessageEndingWith("within PT1M; last seen RUNNING (2), 1 look");
                assertThat(time.passed()).isEqualTo(Duration.ofMinutes(1));
                assertThat(server.requests()).isEqualTo(2);
            }
        }

        @Test
        void holdsUpNoOther() throws Exception {
            CountDownLatch resting = new CountDownLatch(1);
            CountDownLatch tenMinutes = new CountDownLatch(1);
            Sleeper sleeper = duration -> {
                if (duration.compareTo(Duration.ofMinutes(1)) > 0) {
                    resting.countDown();
                    tenMinutes.await();
                }
                time.sleep(duration);
            };
            try (FaultServer server = FaultServer.replying(listed(2), listed(2), listed(22));
                    GpuCloudClient client =
                            TestClients.builder(server, time).sleeper(sleeper).build()) {
                client.instances().waitUntilRunning("i");
                var other = CompletableFuture.runAsync(() -> client.instances().waitUntilShutDown("i", leisurely));
                resting.await();
                var wait =
                        CompletableFuture.supplyAsync(() -> client.instances().waitUntilRunning("i"));

                assertThat(wait.get(10, TimeUnit.SECONDS).status()).isEqualTo(InstanceStatus.RUNNING);
                tenMinutes.countDown();
                other.get(10, TimeUnit.SECONDS);
                assertThat(server.requests()).isEqualTo(3);
            } finally {
                tenMinutes.countDown();
            }
        }
    }

    @Test
    void refuseOptionsThatMakeNoSense() {
        WaitOptions options = WaitOptions.defaults();

        assertThatThrownBy(() -> options.withTimeout(Duration.ZERO)).hasMessageStartingWith("timeout must be positive");
        assertThatThrownBy(() -> options.withAbsences(-1)).hasMessage("absences must not be negative");
        assertThatThrownBy(() -> options.withIntervals(Duration.ofSeconds(1), 0.5, Duration.ofSeconds(1)))
                .hasMessage("factor must be between 1 and 100");
        assertThatThrownBy(() -> options.withIntervals(Duration.ofSeconds(2), 1, Duration.ofSeconds(1)))
                .hasMessage("maxInterval must not be less than firstInterval");
    }
}
