package io.gpucloud.client.lease;

import java.time.Duration;

/** Measures the time of repeated work. */
final class Stopwatch {

    private final LeaseClock clock;
    private final Duration begun;

    Stopwatch(LeaseClock clock) {
        this.clock = clock;
        begun = clock.elapsed();
    }

    Duration elapsed() {
        return clock.elapsed().minus(begun);
    }

    boolean hasReached(Duration limit) {
        return elapsed().compareTo(limit) >= 0;
    }

    void sleep(Duration pause) throws InterruptedException {
        clock.sleep(pause);
    }
}
