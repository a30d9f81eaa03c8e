package io.gpucloud.client.lease;

import java.time.Duration;

/**
 * Ignores interrupts of the thread until it is closed, and then sets the interrupt flag. For bounded work that would
 * leave an instance behind if it stopped halfway.
 */
final class UninterruptibleScope implements AutoCloseable {

    private boolean interrupted = Thread.interrupted();

    /** Clears the interrupt flag until the scope is closed. */
    void goOn() {
        interrupted |= Thread.interrupted();
    }

    /** Whether the thread was interrupted. */
    boolean isInterrupted() {
        return interrupted;
    }

    /** An interrupt came that the caller has seen. */
    void interrupt() {
        interrupted = true;
    }

    void sleep(Stopwatch stopwatch, Duration pause) {
        goOn();
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException later) {
            interrupt();
        }
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
