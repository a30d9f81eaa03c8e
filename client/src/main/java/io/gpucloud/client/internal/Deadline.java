package io.gpucloud.client.internal;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The deadline of one call. A {@link DeadlineWatcher} aborts the exchange of the call when it is over. */
final class Deadline {

    /** To sockets, a timeout of zero milliseconds means none at all. */
    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final long end;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<@Nullable Runnable> abort = new AtomicReference<>();

    /** Starts the time of a call of the current thread. */
    Deadline(Duration time) {
        end = System.nanoTime() + time.toNanos();
    }

    /** Sets how to abort the exchange under way: quickly, and from another thread. Null when none is under way. */
    void onAbort(@Nullable Runnable action) {
        abort.set(action);
    }

    /** Aborts the exchange under way if it must not go on. If the abort fails, the next call tries again. */
    void enforce() {
        Runnable exchange = reasonToStop() == null ? null : abort.get();
        if (exchange != null) {
            exchange.run();
            abort.compareAndSet(exchange, null);
        }
    }

    boolean isOver() {
        return System.nanoTime() - end >= 0;
    }

    /** The time left, at least 1 ms. */
    Duration left() {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    }

    /** Ends an exchange that must not go on. {@code sent}: whether any of the request may have left this machine. */
    void requireTime(boolean sent) throws ExchangeException {
        String stop = reasonToStop();
        if (stop != null) {
            throw new ExchangeException(stop, sent, null);
        }
    }

    /** Why the exchange must not go on, for people; null if it may. */
    @Nullable
    String reasonToStop() {
        if (thread.isInterrupted()) {
            return "the thread was interrupted";
        }
        return isOver() ? "the deadline of the call was over" : null;
    }
}
