package io.gpucloud.client.internal;

import static io.gpucloud.client.internal.InstanceLists.listed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.FaultServer;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import io.gpucloud.client.testing.TestTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Waits with a timer whose pauses end but do not move its clock, as with a clock that counts whole seconds. */
class FrozenClockWaitTest {

    private static final Duration STEP = Duration.ofMillis(100);
    private static final WaitOptions OPTIONS = WaitOptions.builder()
            .intervals(STEP, 1, STEP)
            .timeout(Duration.ofSeconds(1))
            .build();

    private final TestTime time = new TestTime();

    @AutoClose
    private final FaultServer server = new FaultServer();

    @AutoClose
    private final GpuCloudClient client = client(server);

    private GpuCloudClient client(FaultServer server) {
        return TestClients.builder(server, time).timer(time.withFrozenClock()).build();
    }

    @Test
    void pausesForLessThanASecondUntilTheConditionHolds() throws Exception {
        server.reply(listed(1), listed(1), listed(2));
        CompletableFuture<Instance> wait = client.instances().waitUntilRunningAsync("i", OPTIONS);

        assertThat(wait.get(10, TimeUnit.SECONDS).status()).isEqualTo(InstanceStatus.RUNNING);
        assertThat(time.sleeps()).containsExactly(STEP, STEP);
    }

    @Test
    void doNotEndWhenTheClockIsSetForward() {
        server.reply(listed(1), listed(1), listed(2));
        try (GpuCloudClient client = TestClients.builder(server, time)
                .timer(time.withClockSetForward(() -> server.requests() > 0))
                .build()) {
            Instance instance = client.instances().waitUntilRunning("i", OPTIONS);

            assertThat(instance.status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(time.sleeps()).containsExactly(STEP, STEP);
        }
    }

    @Test
    void endsABlockingWaitInTime() {
        server.reply(listed(1));
        assertThatThrownBy(() -> client.instances().waitUntilRunning("i", OPTIONS))
                .isInstanceOf(WaitTimeoutException.class)
                .hasMessageContaining("within PT1S; last seen CREATED (1), 11 polls (");
        assertThat(time.sleeps()).hasSize(10).containsOnly(STEP);
    }

    @Test
    void makesIntervalsGrowThatAreShorterThanAMillisecond() {
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
    void doesNotPollBeforeThatEvenWhenTheWaitEnds() {
        Reply limited = Reply.json(429, "{\"code\":1,\"msg\":\"too many requests\"}", "Retry-After: 20");
        server.reply(limited);
        assertThatThrownBy(() -> client.instances().waitUntilRunning("i", OPTIONS))
                .isInstanceOf(WaitTimeoutException.class);

        assertThat(time.sleeps()).containsExactly(Duration.ofSeconds(1));
        assertThat(server.requests()).isEqualTo(1);
    }
}
