package io.gpucloud.client.internal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Aborts the exchange of a call when the deadline of the call is over, or when its thread is interrupted. A socket's own
 * timeout starts again with every byte, so it never ends a response that arrives byte by byte; and a read of a socket
 * ignores the interruption of a platform thread. One timer, that of {@link CompletableFuture}, checks all calls every 25 ms:
 * a timer for each of them would cost more than the rest of a call.
 */
final class DeadlineTimer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DeadlineTimer.class);
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(25);

    /** To sockets, a timeout of zero milliseconds means none at all. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private static final Set<DeadlineTimer> RUNNING = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean CHECKING = new AtomicBoolean();

    private final long end;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<@Nullable Runnable> abort = new AtomicReference<>();

    /** Starts the time of a call of the current thread. */
    DeadlineTimer(Duration time) {
        end = System.nanoTime() + time.toNanos();
        RUNNING.add(this);
        if (CHECKING.compareAndSet(false, true)) {
            scheduleCheck();
        }
    }

    private static void scheduleCheck() {
        var unused = new CompletableFuture<@Nullable Void>()
                .completeOnTimeout(null, INTERVAL, TimeUnit.NANOSECONDS)
                .thenRun(DeadlineTimer::checkAll);
    }

    private static void checkAll() {
        RUNNING.forEach(DeadlineTimer::check);
        if (RUNNING.isEmpty()) {
            CHECKING.set(false);
            // A call that started in between has scheduled checks itself, or relies on these.
            if (RUNNING.isEmpty() || !CHECKING.compareAndSet(false, true)) {
                return;
            }
        }
        scheduleCheck();
    }

    private void check() {
        Runnable exchange = isOver() || thread.isInterrupted() ? abort.getAndSet(null) : null;
        if (exchange != null) {
            try {
                exchange.run();
            } catch (RuntimeException | Error failed) {
                // The other calls have deadlines too, so the checks go on.
                LOG.debug("an exchange could not be aborted, and goes on until its socket times out", failed);
            }
        }
    }

    /** Sets how to abort the exchange under way: quickly, and from another thread. Null when none is under way. */
    void onAbort(@Nullable Runnable action) {
        abort.set(action);
    }

    boolean isOver() {
        return System.nanoTime() - end >= 0;
    }

    /** The time left, at least 1 ms. */
    Duration left() {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }

    /**
     * Why the exchange must not go on; null if it may.
     *
     * @return the reason, for people
     */
    @Nullable
    String reasonToStop() {
        if (thread.isInterrupted()) {
            return "the thread was interrupted";
        }
        return isOver() ? "the deadline of the call was over" : null;
    }

    @Override
    public void close() {
        RUNNING.remove(this);
    }
}
