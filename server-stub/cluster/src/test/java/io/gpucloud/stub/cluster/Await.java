package io.gpucloud.stub.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for what other processes do. */
final class Await {

    private Await() {}

    /** Looks until it is so, and answers how long that took. */
    static Duration until(String what, Duration atMost, BooleanSupplier isSo) {
        long begun = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() - begun > atMost.toNanos()) {
                throw new AssertionError("not within " + atMost + ": " + what);
            }
            pause(Duration.ofMillis(20));
        }
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException stopping) {
            throw new IllegalStateException(stopping);
        }
    }
}
