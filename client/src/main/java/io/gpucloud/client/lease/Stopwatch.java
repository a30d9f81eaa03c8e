package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;

/**
 * Measures the time of repeated work. The elapsed time is at least the sum of the pauses, so the work ends even if the
 * clock stands still or is set back. Not safe for use by several threads.
 */
final class Stopwatch {

    private final WaitTimer timer;
    private final Duration begun;
    private Duration leastElapsed = Duration.ZERO;

    Stopwatch(WaitTimer timer) {
        this.timer = timer;
        begun = timer.elapsed();
    }

    Duration elapsed() {
        Duration byClock = timer.elapsed().minus(begun);
        return byClock.compareTo(leastElapsed) > 0 ? byClock : leastElapsed;
    }

    boolean hasReached(Duration limit) {
        return elapsed().compareTo(limit) >= 0;
    }

    void sleep(Duration pause) throws InterruptedException {
        Duration before = elapsed();
        timer.sleep(pause);
        leastElapsed = before.plus(pause);
    }
}
