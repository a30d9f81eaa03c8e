package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * An Error, such as one of the memory, ends no check of the deadlines for ever: they are those of all calls of the JVM.
 */
class DeadlineWatcherTest {

    private final FailingTimer timer = new FailingTimer();
    private final DeadlineWatcher watcher = new DeadlineWatcher(timer);
    private final AtomicInteger aborted = new AtomicInteger();

    private Deadline over() {
        Deadline deadline = new Deadline(Duration.ZERO);
        deadline.onAbort(aborted::incrementAndGet);
        return deadline;
    }

    @Test
    void goesOnWhenACheckCannotBeScheduled() {
        watcher.add(new Deadline(Duration.ofHours(1)));
        timer.failures = 2;
        timer.endPause();
        watcher.add(over());
        timer.endPause();

        assertThat(aborted).hasValue(1);
    }

    @Test
    void beginsAgainWhenTheFirstCheckCouldNotBeScheduled() {
        timer.failures = 1;
        Deadline first = over();
        assertThatThrownBy(() -> watcher.add(first)).isInstanceOf(OutOfMemoryError.class);
        watcher.add(over());
        timer.endPause();

        assertThat(aborted).as("the first call has not begun").hasValue(1);
    }

    @Test
    void goesOnWhenAnAbortFails() {
        Deadline failing = new Deadline(Duration.ZERO);
        failing.onAbort(() -> {
            throw new OutOfMemoryError("of the test");
        });
        watcher.add(failing);
        watcher.add(over());
        timer.endPause();
        timer.endPause();

        assertThat(aborted).hasValue(1);
    }

    /** Nothing else ends a response that arrives byte by byte. */
    @Test
    void abortsAgainIfAnAbortFailed() {
        Deadline deadline = new Deadline(Duration.ZERO);
        deadline.onAbort(() -> {
            if (aborted.incrementAndGet() == 1) {
                throw new OutOfMemoryError("of the test");
            }
        });
        watcher.add(deadline);
        timer.endPause();
        timer.endPause();
        timer.endPause();

        assertThat(aborted).as("not after it has succeeded").hasValue(2);
    }

    /** A timer whose pauses the test ends, and which has no memory for some. */
    private static final class FailingTimer implements WaitTimer {

        private final Queue<CompletableFuture<@Nullable Void>> pauses = new ArrayDeque<>();
        private int failures;

        void endPause() {
            pauses.remove().complete(null);
        }

        @Override
        public Instant now() {
            return Instant.EPOCH;
        }

        @Override
        public CompletableFuture<@Nullable Void> after(Duration delay) {
            if (failures > 0) {
                failures--;
                throw new OutOfMemoryError("of the test");
            }
            CompletableFuture<@Nullable Void> pause = new CompletableFuture<>();
            pauses.add(pause);
            return pause;
        }
    }
}
