package io.gpucloud.client.internal;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Checks something again and again, as long as that is needed. Between two checks it holds no thread. No failure of a
 * check ends the checks, and no OutOfMemoryError when the next one is scheduled.
 */
public final class PeriodicCheck {

    private static final Duration RETRY = Duration.ofMillis(25);

    private final WaitTimer timer;
    private final Duration interval;
    private final Runnable check;
    private final BooleanSupplier needed;
    private final AtomicBoolean running = new AtomicBoolean();

    /**
     * Creates a check that does not run yet.
     *
     * @param check runs on the thread of the timer, so that it must be quick
     * @param needed whether there is anything to check
     */
    public PeriodicCheck(WaitTimer timer, Duration interval, Runnable check, BooleanSupplier needed) {
        this.timer = timer;
        this.interval = interval;
        this.check = check;
        this.needed = needed;
    }

    /** Begins the checks unless they run. If it throws, they do not, and a later call begins them. */
    public void begin() {
        if (running.compareAndSet(false, true)) {
            try {
                schedule();
            } catch (RuntimeException | Error noMemory) {
                running.set(false);
                throw noMemory;
            }
        }
    }

    private void schedule() {
        var unused = timer.after(interval).thenRun(this::run);
    }

    private void run() {
        check();
        while (isNeeded()) {
            try {
                schedule();
                return;
            } catch (RuntimeException | Error noMemory) {
                // Keeps this thread until there is memory again: nothing else would begin the next check.
                LockSupport.parkNanos(RETRY.toNanos());
                check();
            }
        }
    }

    private void check() {
        try {
            check.run();
        } catch (RuntimeException | Error failed) {
            // The next check tries again. A log entry would need memory, too.
        }
    }

    private boolean isNeeded() {
        if (!needed.getAsBoolean()) {
            running.set(false);
            // Work that came in between has begun checks itself, or relies on these.
            return needed.getAsBoolean() && running.compareAndSet(false, true);
        }
        return true;
    }
}
