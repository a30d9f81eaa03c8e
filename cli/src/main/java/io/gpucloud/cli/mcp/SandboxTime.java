package io.gpucloud.cli.mcp;

import io.gpucloud.cli.command.StubTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The time of a sandbox. It moves in steps, and after each of them the leases do their background work. Otherwise an
 * hour would shut down an instance whose timer is renewed every five minutes.
 */
final class SandboxTime extends StubTime {

    /** Shorter than the time between a renewal and the shutdown timer that it sets. */
    private static final Duration STEP = Duration.ofMinutes(4);
    /** Almost three days. After them, the rest is one step. */
    private static final int STEPS = 1000;

    private static final int SECONDS_FOR_WORK = 10;

    private final List<Work> planned = new ArrayList<>();

    SandboxTime(String clock) {
        super(clock, null);
    }

    @Override
    public synchronized void background(Duration delay, Supplier<? extends CompletableFuture<?>> work) {
        planned.add(new Work(now().plus(delay), work));
    }

    /** Returns the time that is reached. */
    Instant advance(Duration time) {
        Instant end = now().plus(time);
        Instant now = now();
        for (int step = 0; step < STEPS && isBusy() && now.plus(STEP).isBefore(end); step++) {
            now = move(STEP);
            doWhatIsDue(now);
        }
        now = now.isBefore(end) ? move(Duration.between(now, end)) : now;
        doWhatIsDue(now);
        return now;
    }

    private synchronized boolean isBusy() {
        return !planned.isEmpty();
    }

    /** Work that waits for this clock does not end: the next step is its time. */
    private void doWhatIsDue(Instant now) {
        CompletableFuture<?>[] begun =
                due(now).stream().map(work -> work.begin().get()).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(begun)
                .completeOnTimeout(null, SECONDS_FOR_WORK, TimeUnit.SECONDS)
                .exceptionally(failure -> null)
                .join();
    }

    private synchronized List<Work> due(Instant now) {
        List<Work> due =
                planned.stream().filter(work -> !work.due().isAfter(now)).toList();
        planned.removeAll(due);
        return due;
    }

    private record Work(Instant due, Supplier<? extends CompletableFuture<?>> begin) {}
}
