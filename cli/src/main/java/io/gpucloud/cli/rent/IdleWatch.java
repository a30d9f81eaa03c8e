package io.gpucloud.cli.rent;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Calls back once when a command has not been active for a time. It counts as active when it begins. */
final class IdleWatch {

    private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);

    private final WaitTimer timer;
    private final Duration longest;
    private final BooleanSupplier active;
    private final Runnable idle;
    private final Thread thread = new Thread(this::watch, "gpu-cloud-idle");

    /** {@code active}: whether the command has been active since the last question. */
    IdleWatch(WaitTimer timer, Duration longest, BooleanSupplier active, Runnable idle) {
        this.timer = timer;
        this.longest = longest;
        this.active = active;
        this.idle = idle;
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        Duration quarter = longest.dividedBy(4);
        Duration interval = quarter.compareTo(LONGEST_INTERVAL) < 0 ? quarter : LONGEST_INTERVAL;
        Duration since = timer.elapsed();
        try {
            while (true) {
                timer.sleep(interval);
                if (active.getAsBoolean()) {
                    since = timer.elapsed();
                } else if (timer.elapsed().minus(since).compareTo(longest) >= 0) {
                    idle.run();
                    return;
                }
            }
        } catch (InterruptedException over) {
            // The command has ended.
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when nothing calls back any more. */
    void end() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
