package io.gpucloud.client;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time that a client lives in: what time it is, and pauses. Waits, leases, shutdown timers and the pauses between
 * the attempts of a call use it. The deadline of an HTTP call does not: it always runs in real time.
 *
 * <p>Tests supply a timer that does not really wait. An implementation must be safe for use by several threads. Several
 * pauses may be pending at the same time, one per wait. When a pause of length {@code d} is over, {@link #now()} should
 * have advanced by {@code d}; if it has not, waits still count the pause and end in time.
 */
public interface WaitTimer {

    /** {@return the current time} */
    Instant now();

    /**
     * {@return the time since a fixed moment, for measuring; by default, since 1970 by {@link #now()}} The timer of the
     * system does not jump if its clock is set, in contrast to {@link #now()}.
     */
    default Duration elapsed() {
        return Duration.between(Instant.EPOCH, now());
    }

    /**
     * {@return whether {@link #now()} is certainly the time of the service; true by default} Leases do nothing that
     * cannot be undone for a time that is not certain. The timer of a client that is given no other is uncertain while
     * the {@code Date} of responses contradicts the clock of the machine.
     */
    default boolean isCertain() {
        return true;
    }

    /**
     * Starts a pause and returns immediately.
     *
     * @param delay length of the pause, zero or positive; may be a fraction of a second
     * @return completes on any thread when the pause is over. Cancelling it ends the pause early. If it fails, so does
     *     the wait
     */
    CompletableFuture<@Nullable Void> after(Duration delay);

    /**
     * Announces work that will be due although no thread waits for it, such as the poll of the instances of leases. By
     * default, this does nothing: the work reads the time itself, once a second. A timer for tests can do the work when
     * its clock passes that moment. The work must not move the clock.
     *
     * @param delay how long from now until the work is due
     * @param work begins the work that is due then; the future completes at its end
     */
    default void background(Duration delay, Supplier<? extends CompletableFuture<?>> work) {}

    /**
     * Blocks the calling thread for the length of a pause.
     *
     * @param delay length of the pause, zero or positive
     * @throws InterruptedException if the thread is interrupted before or during the pause
     */
    default void sleep(Duration delay) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        await(after(delay));
    }

    /**
     * Blocks the calling thread until a pause is over, or until another thread of the client has done what the caller
     * needs. A timer for tests can thereby know which threads wait.
     *
     * @param end the pause, or the work of another thread; cancelled if the thread is interrupted
     * @throws InterruptedException if the thread is interrupted
     * @throws IllegalStateException if the pause failed
     */
    default void await(CompletableFuture<?> end) throws InterruptedException {
        try {
            end.get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException("the timer failed: " + failure.getCause(), failure.getCause());
        } finally {
            end.cancel(false);
        }
    }

    /** {@return the timer of clients that are given no other: the system clock, and pauses in real time} */
    static WaitTimer system() {
        return SystemWaitTimer.INSTANCE;
    }
}
