package io.gpucloud.contract.kit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Time passes; replaced in tests. */
interface Sleeper {

    /** Sleeps in real time. */
    Sleeper REAL_TIME = pause -> Thread.sleep(pause.toMillis());

    void sleep(Duration pause) throws InterruptedException;

    default Instant now() {
        return InstantSource.system().instant();
    }

    /** Returns false if the thread was interrupted during the pause. */
    default boolean pause(Duration pause) {
        try {
            sleep(pause);
            return true;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
