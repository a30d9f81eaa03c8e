package io.gpucloud.cli.rent;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdleWatchTest {

    /** Pauses end at once, and are over. */
    private static final class Time implements WaitTimer {

        private Duration elapsed = Duration.ZERO;

        @Override
        public synchronized Instant now() {
            return Instant.EPOCH.plus(elapsed);
        }

        @Override
        public synchronized CompletableFuture<@Nullable Void> after(Duration delay) {
            elapsed = elapsed.plus(delay);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** When a command is idle whose probe responds in this order, and then that it is idle. */
    private static Instant idleAt(Duration longest, Boolean... active) {
        Time time = new Time();
        AtomicInteger probe = new AtomicInteger();
        List<Boolean> responses = List.of(active);
        CompletableFuture<Instant> idle = new CompletableFuture<>();
        IdleWatch watch = new IdleWatch(
                time,
                longest,
                () -> probe.get() < responses.size() && responses.get(probe.getAndIncrement()),
                () -> idle.complete(time.now()));
        Instant reached = idle.join();
        watch.end();
        return reached;
    }

    @Test
    void countsFromTheBegin() {
        assertThat(idleAt(Duration.ofMinutes(20))).isEqualTo(Instant.EPOCH.plusSeconds(20 * 60));
    }

    @Test
    void countsFromTheLatestActivity() {
        assertThat(idleAt(Duration.ofMinutes(20), false, true, false, true))
                .isEqualTo(Instant.EPOCH.plusSeconds(24 * 60));
    }

    @Test
    void asksAtLeastFourTimes() {
        assertThat(idleAt(Duration.ofMinutes(2), true)).isEqualTo(Instant.EPOCH.plusSeconds(150));
    }
}
