package io.gpucloud.client.lease;

import io.gpucloud.client.Sleeper;
import java.time.Duration;

/**
 * Goes on although the thread is interrupted, and hands the interruption on in the end. For what is bounded, and would leave
 * an instance behind if it stopped halfway.
 */
final class Uninterrupted implements AutoCloseable {

    private boolean interrupted = Thread.interrupted();

    /** Forgets an interruption for now. */
    void goOn() {
        interrupted |= Thread.interrupted();
    }

    void sleep(Sleeper sleeper, Duration duration) {
        goOn();
        try {
            sleeper.sleep(duration);
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
