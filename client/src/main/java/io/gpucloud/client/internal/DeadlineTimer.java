package io.gpucloud.client.internal;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends an exchange when its time is over. A socket's own timeout begins anew with every byte, so it never ends an answer
 * that drips. While exchanges run, all of them are looked at every 25 ms, on the timer that the JDK keeps for {@link
 * CompletableFuture}: a timer for each of them would cost more than all the rest of a call (D66).
 */
final class DeadlineTimer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DeadlineTimer.class);
    private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(25);
    private static final Set<DeadlineTimer> RUNNING = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean ROUNDS = new AtomicBoolean();

    private final long end;
    private final Runnable abort;

    /** Begins to watch; {@code abort} must be quick, since all others wait for it, and safe to be called by another thread. */
    DeadlineTimer(Duration left, Runnable abort) {
        end = System.nanoTime() + left.toNanos();
        this.abort = abort;
        RUNNING.add(this);
        if (ROUNDS.compareAndSet(false, true)) {
            nextRound();
        }
    }

    private static void nextRound() {
        var unused = new CompletableFuture<@Nullable Void>()
                .completeOnTimeout(null, ROUND, TimeUnit.NANOSECONDS)
                .thenRun(DeadlineTimer::round);
    }

    private static void round() {
        RUNNING.forEach(DeadlineTimer::ringIfOver);
        if (RUNNING.isEmpty()) {
            ROUNDS.set(false);
            // Who began to watch in between has begun rounds anew, or has relied on these.
            if (RUNNING.isEmpty() || !ROUNDS.compareAndSet(false, true)) {
                return;
            }
        }
        nextRound();
    }

    private void ringIfOver() {
        if (isOver() && RUNNING.remove(this)) {
            try {
                abort.run();
            } catch (RuntimeException | Error unabortable) {
                // Whatever it is, the rounds go on: the others have deadlines too.
                LOG.debug("an exchange could not be ended, and goes on until its socket times out", unabortable);
            }
        }
    }

    /** Whether the time is over, be it that the exchange was ended for it, or by a socket's timeout between two rounds. */
    boolean isOver() {
        return System.nanoTime() - end >= 0;
    }

    /** Ends the watch; from now on it does not ring. */
    @Override
    public void close() {
        RUNNING.remove(this);
    }
}
