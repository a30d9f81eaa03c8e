package io.gpucloud.stub.cluster;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for conditions that other threads or processes fulfil. */
final class Await {

    private Await() {}

    /** Waits until a condition is true and returns how long it took. */
    static Duration until(String what, Duration atMost, BooleanSupplier condition) {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begun > atMost.toNanos()) {
                throw new AssertionError("not true within " + atMost + ": " + what);
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
