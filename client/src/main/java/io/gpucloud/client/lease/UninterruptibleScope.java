package io.gpucloud.client.lease;

import java.time.Duration;

/**
 * Goes on although the thread is interrupted, and hands the interruption on in the end. For what is bounded, and would leave
 * an instance behind if it stopped halfway.
 */
final class UninterruptibleScope implements AutoCloseable {

    private boolean interrupted = Thread.interrupted();

    /** Forgets an interruption for now. */
    void goOn() {
        interrupted |= Thread.interrupted();
    }

    void sleep(Stopwatch stopwatch, Duration pause) {
        goOn();
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException later) {
            interrupted = true;
        }
    }

    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
