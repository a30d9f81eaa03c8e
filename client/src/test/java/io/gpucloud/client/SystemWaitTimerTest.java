package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Real time, the only time that tests of the client do not control. */
class SystemWaitTimerTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final WaitTimer timer = new SystemWaitTimer();

    @Test
    void completesAPauseWhenItsTimeHasPassed() throws Exception {
        Instant begun = timer.now();

        timer.sleep(Duration.ofMillis(20));

        assertThat(timer.now()).isAfterOrEqualTo(begun.plusMillis(20));
    }

    @Test
    void completesAShortPauseWhileALongOneIsPending() throws Exception {
        CompletableFuture<@Nullable Void> pending = timer.after(LONG);

        timer.after(Duration.ofMillis(1)).get();

        assertThat(pending).isNotDone();
        pending.cancel(true);
    }

    @Test
    void endsAPauseWhenTheThreadIsInterrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> timer.sleep(LONG)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void usesADaemonThreadThatEndsWhenNoPauseIsPending() throws Exception {
        CompletableFuture<@Nullable Void> cancelled = timer.after(LONG);
        Thread timerThread = Thread.currentThread();
        // A pause that is over before the function is added calls the function on this thread.
        while (timerThread.equals(Thread.currentThread())) {
            timerThread = timer.after(Duration.ofMillis(20))
                    .thenApply(over -> Thread.currentThread())
                    .get();
        }
        cancelled.cancel(true);

        assertThat(timerThread.isDaemon()).isTrue();
        timerThread.join();
    }
}
