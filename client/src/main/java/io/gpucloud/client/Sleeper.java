package io.gpucloud.client;

import java.time.Duration;

/** Lets time pass: between two attempts of a call, and between two looks of a wait. Tests put their own in its place. */
@FunctionalInterface
public interface Sleeper {

    /**
     * Returns when the time is over.
     *
     * @param duration how long; never negative
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    void sleep(Duration duration) throws InterruptedException;

    /**
     * A sleeper that really sleeps.
     *
     * @return the sleeper that clients have unless they are given another
     */
    static Sleeper system() {
        return duration -> Thread.sleep(duration.toMillis(), duration.toNanosPart() % 1_000_000);
    }
}
