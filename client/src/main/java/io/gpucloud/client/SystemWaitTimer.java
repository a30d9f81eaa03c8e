package io.gpucloud.client;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Real time. One daemon thread serves all pauses and ends when there are none. It is not that of a
 * ScheduledThreadPoolExecutor, which an OutOfMemoryError between two tasks ends: the pauses of the whole JVM would not
 * end any more.
 */
final class SystemWaitTimer implements WaitTimer {

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(25);

    static final SystemWaitTimer INSTANCE = new SystemWaitTimer();

    private final DelayQueue<Pause> pauses = new DelayQueue<>();
    private final long begun = System.nanoTime();
    private boolean serving;

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration delay) {
        Pause pause = new Pause(System.nanoTime() + delay.toNanos());
        // For a pause that the caller cancels.
        var unused = pause.whenComplete((over, cancelled) -> pauses.remove(pause));
        pauses.add(pause);
        serve();
        return pause;
    }

    private synchronized void serve() {
        if (!serving) {
            Thread thread = new Thread(this::endPauses, "gpu-cloud-timer");
            thread.setDaemon(true);
            thread.start();
            serving = true;
        }
    }

    private void endPauses() {
        Pause over = null;
        boolean needed = true;
        while (needed) {
            try {
                if (over != null) {
                    // Again after a failure: it may have prevented that all learn of the end that wait for it.
                    over.complete(null);
                }
                over = next();
                needed = over != null || isServing();
            } catch (InterruptedException | RuntimeException | Error failed) {
                // Nothing ends this thread while a pause is pending.
                LockSupport.parkNanos(AFTER_FAILURE.toNanos());
            }
        }
    }

    private @Nullable Pause next() throws InterruptedException {
        return pauses.poll(KEEP_ALIVE.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized boolean isServing() {
        serving = !pauses.isEmpty();
        return serving;
    }

    private static long nanosUntil(long end) {
        return end - System.nanoTime();
    }

    /** A pause that ends at a moment of {@link System#nanoTime()}. */
    private static final class Pause extends CompletableFuture<@Nullable Void> implements Delayed {

        private final long end;

        Pause(long end) {
            this.end = end;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(nanosUntil(end), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.signum(end - ((Pause) other).end);
        }
    }
}
