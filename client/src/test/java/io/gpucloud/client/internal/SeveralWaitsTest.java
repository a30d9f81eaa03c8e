package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.Listed.ABSENT;
import static io.gpucloud.client.internal.Listed.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Waits of one client, one after the other and at the same time. */
class SeveralWaitsTest {

    private final TestTime time = new TestTime();

    @Nested
    class AnotherWait {

        @Test
        void looksAnewAtWhatWasDoneMeanwhile() {
            try (FaultServer server = FaultServer.replying(listed(2), ABSENT);
                    GpuCloudClient client = TestClients.connect(server, time)) {
                client.instances().waitUntilRunning("i");
                client.instances().waitUntilGone("i");

                assertThat(server.requests()).isEqualTo(2);
                assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(2));
            }
        }

        @Test
        void looksAnewWhenTheClockWasSetBack() {
            try (FaultServer server = FaultServer.replying(listed(22), listed(1), listed(2));
                    GpuCloudClient client = TestClients.connect(server, time)) {
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
                    GpuCloudClient client = TestClients.connect(server, time)) {
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
            CompletableFuture<@Nullable Void> tenMinutes = new CompletableFuture<>();
            WaitTimer timer = time.withPauses(pause -> {
                if (pause.compareTo(Duration.ofMinutes(1)) <= 0) {
                    return time.after(pause);
                }
                resting.countDown();
                return tenMinutes.thenCompose(over -> time.after(pause));
            });
            try (FaultServer server = FaultServer.replying(listed(2), listed(2), listed(22));
                    GpuCloudClient client =
                            TestClients.builder(server, time).timer(timer).build()) {
                client.instances().waitUntilRunning("i");
                var other = CompletableFuture.runAsync(
                        () -> client.instances().waitUntilShutDown("i", leisurely), Threads.OF_THEIR_OWN);
                resting.await();
                var wait = CompletableFuture.supplyAsync(
                        () -> client.instances().waitUntilRunning("i"), Threads.OF_THEIR_OWN);

                assertThat(wait.get(10, TimeUnit.SECONDS).status()).isEqualTo(InstanceStatus.RUNNING);
                tenMinutes.complete(null);
                other.get(10, TimeUnit.SECONDS);
                assertThat(server.requests()).isEqualTo(3);
            } finally {
                tenMinutes.complete(null);
            }
        }
    }
}
