package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.InstanceLists.ABSENT;
import static io.gpucloud.client.internal.InstanceLists.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.ApiKey;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Polls that fail, and polls of several waits of one client, in sequence and in parallel. */
class PollingTest extends ClientTestBase {

    @Nested
    class AFailedPoll {

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
            GpuCloudClient client = client(builder -> builder.apiKey(() -> {
                if (reads.incrementAndGet() == 2) {
                    throw new IllegalStateException("the vault is closed");
                }
                return ApiKey.of(TestClients.KEY);
            }));
            client.instances().waitUntilRunning("i");

            assertThat(reads).hasValue(3);
        }

        /** The pause is at most five minutes: some servers send a moment in seconds since 1970. */
        @ParameterizedTest
        @CsvSource({"120, PT2M", "1767225600, PT5M"})
        void isNotRepeatedBeforeRetryAfter(String retryAfter, Duration pause) {
            Reply limited = Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", "Retry-After: " + retryAfter);
            server.reply(limited, listed(2));
            client.instances().waitUntilRunning("i");

            assertThat(time.sleeps()).containsExactly(pause);
        }

        @Test
        void endsTheWaitWhenTheKeyIsRejected() {
            server.reply(listed(1), Reply.json(401, "{\"code\":2,\"msg\":\"not logged in\"}"));
            assertThatThrownBy(() -> client.instances().waitUntilRunning("i"))
                    .isInstanceOf(AuthenticationException.class);
            assertThat(server.requests()).isEqualTo(2);
        }
    }

    @Nested
    class AnotherWait {

        @Test
        void pollsAgain() {
            server.reply(listed(2), ABSENT);
            client.instances().waitUntilRunning("i");
            client.instances().waitUntilGone("i");

            assertThat(server.requests()).isEqualTo(2);
            assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(2));
        }

        @Test
        void pollsAfterTheIntervalAlsoIfTheClockWasSetBack() {
            server.reply(listed(22), listed(1), listed(2));
            client.instances().waitUntilShutDown("i");
            time.turnBack(Duration.ofMinutes(10));
            client.instances().waitUntilRunning("i");

            assertThat(server.requests()).isEqualTo(3);
            assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(2), Duration.ofSeconds(2));
        }
    }

    /** A timer whose clock moves to the next due pause on demand. */
    private static final class SteppingTimer implements WaitTimer {

        private record Pause(Instant due, CompletableFuture<@Nullable Void> future) {}

        private final PriorityQueue<Pause> pending = new PriorityQueue<>(Comparator.comparing(Pause::due));
        private Instant now = TestTime.START;

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public CompletableFuture<@Nullable Void> after(Duration delay) {
            Pause pause = new Pause(now.plus(delay), new CompletableFuture<>());
            pending.add(pause);
            return pause.future();
        }

        void step() {
            Pause next = pending.remove();
            now = next.due();
            next.future().complete(null);
        }
    }

    @Nested
    class WaitsAtTheSameTime {

        private static final WaitOptions QUICK = WaitOptions.builder()
                .intervals(Duration.ofSeconds(2), 1, Duration.ofSeconds(2))
                .build();
        private static final WaitOptions SLOW = WaitOptions.builder()
                .intervals(Duration.ofSeconds(9), 1, Duration.ofSeconds(9))
                .build();

        private final SteppingTimer timer = new SteppingTimer();

        /** The calling thread does all the work, so that a step of the timer ends when the next pauses have begun. */
        @Test
        void pauseTogetherAndPollWhenEachIsDue() {
            server.reply(listed(1), listed(1), listed(1), listed(1), listed(1), listed(2));
            GpuCloudClient client = client(builder -> builder.timer(timer).executor(Runnable::run));
            var slow = client.instances().waitUntilRunningAsync("i", SLOW);
            var quick = client.instances().waitUntilRunningAsync("i", QUICK);
            assertThat(timer.pending).hasSize(2);
            assertThat(server.requests()).isEqualTo(1);

            timer.step();
            assertThat(timer.now()).isEqualTo(TestTime.START.plusSeconds(2));
            assertThat(server.requests()).isEqualTo(2);

            while (!timer.pending.isEmpty()) {
                timer.step();
            }
            // The slow wait uses polls of the quick one: the poll of 8 s at 9 s, and the poll of 10 s at 17 s.
            assertThat(timer.now()).isEqualTo(TestTime.START.plusSeconds(17));
            assertThat(server.requests()).isEqualTo(6);
            assertThat(slow.join().status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(quick.join().status()).isEqualTo(InstanceStatus.RUNNING);
        }
    }

    @Nested
    class AWaitWithLongPauses {

        private final WaitOptions leisurely = WaitOptions.builder()
                .intervals(Duration.ofMinutes(10), 1, Duration.ofMinutes(10))
                .build();

        @Test
        void endsInTime() {
            WaitOptions minute =
                    leisurely.toBuilder().timeout(Duration.ofMinutes(1)).build();
            server.reply(listed(2));
            client.instances().waitUntilRunning("i");

            assertThatThrownBy(() -> client.instances().waitUntilShutDown("i", minute))
                    .isInstanceOf(WaitTimeoutException.class)
                    .hasMessageContaining("within 1 minute; last seen RUNNING (2), 1 poll (");
            assertThat(time.passed()).isEqualTo(Duration.ofMinutes(1));
            assertThat(server.requests()).isEqualTo(2);
        }

        @Test
        void doesNotDelayOtherWaits() throws Exception {
            CountDownLatch resting = new CountDownLatch(1);
            CompletableFuture<@Nullable Void> tenMinutes = new CompletableFuture<>();
            WaitTimer timer = time.withPauses(pause -> {
                if (pause.compareTo(Duration.ofMinutes(1)) <= 0) {
                    return time.after(pause);
                }
                resting.countDown();
                return tenMinutes.thenCompose(over -> time.after(pause));
            });
            server.reply(listed(2), listed(2), listed(22));
            try (GpuCloudClient client =
                    TestClients.builder(server, time).timer(timer).build()) {
                client.instances().waitUntilRunning("i");
                var other = CompletableFuture.runAsync(
                        () -> client.instances().waitUntilShutDown("i", leisurely), TestThreads.OF_THEIR_OWN);
                resting.await();
                var wait = CompletableFuture.supplyAsync(
                        () -> client.instances().waitUntilRunning("i"), TestThreads.OF_THEIR_OWN);

                assertThat(wait.get().status()).isEqualTo(InstanceStatus.RUNNING);
                tenMinutes.complete(null);
                other.get();
                assertThat(server.requests()).isEqualTo(3);
            } finally {
                tenMinutes.complete(null);
            }
        }
    }
}
