package io.gpucloud.contract.support;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

/** Waits in real time for something that another process does. */
public final class Poll {

    private static final long PAUSE_MILLIS = 10;

    private Poll() {}

    /** Waits until a condition holds, or until it can no longer become true. */
    public static void until(Callable<Boolean> condition, BooleanSupplier isHopeless) throws Exception {
        while (!condition.call() && !isHopeless.getAsBoolean()) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
