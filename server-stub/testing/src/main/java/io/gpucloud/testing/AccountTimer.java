package io.gpucloud.testing;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The time of an account as the timer of a client. A pause takes no real time: the clock of the account is moved to the next moment at
 * which a pause is due. In the manual mode only the test moves the clock, which ends the pauses that are then due. The clock counts whole
 * seconds, so this class keeps the fractions.
 */
final class AccountTimer implements WaitTimer {

    /** Completes pauses. The code after a pause may wait for another pause, so each completion has a thread of its own. */
    private static final Executor ENDS = Executors.newCachedThreadPool(AccountTimer::daemon);

    private final StubClock clock;
    private final PriorityQueue<Pause> pauses = new PriorityQueue<>(Comparator.comparing(Pause::due));
    /** The time that the last pause has reached, with its fraction of a second. */
    private Instant reached = Instant.MIN;

    private boolean manual;

    AccountTimer(StubClock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Instant now() {
        Instant now = clock.now();
        return now.isAfter(reached) ? now : reached;
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration delay) {
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        synchronized (this) {
            pauses.add(new Pause(now().plus(delay), end));
            if (manual && !delay.isZero()) {
                return end;
            }
        }
        ENDS.execute(this::endNext);
        return end;
    }

    /** From now on pauses end only when the test moves the clock. */
    synchronized void manual() {
        manual = true;
    }

    /** Ends the pauses that are due, since the test has moved the clock. Without the manual mode they end by themselves. */
    void moved() {
        List<Pause> over = new ArrayList<>();
        synchronized (this) {
            Instant now = now();
            while (manual && !pauses.isEmpty() && !pauses.element().due().isAfter(now)) {
                over.add(pauses.remove());
            }
        }
        over.forEach(pause -> ENDS.execute(() -> pause.end().complete(null)));
    }

    /** Drops the fraction of a second, because the time of the account went back. */
    synchronized void reset() {
        reached = Instant.MIN;
    }

    private void endNext() {
        Pause next = null;
        try {
            synchronized (this) {
                next = pauses.remove();
                if (!next.end().isDone()) {
                    advanceTo(next.due());
                }
            }
            next.end().complete(null);
        } catch (RuntimeException unreachable) {
            if (next != null) {
                next.end().completeExceptionally(unreachable);
            }
        }
    }

    private void advanceTo(Instant due) {
        long seconds = due.getEpochSecond() - clock.now().getEpochSecond();
        if (seconds > 0) {
            clock.advance(Duration.ofSeconds(seconds));
        }
        if (due.isAfter(reached)) {
            reached = due;
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "gpu-cloud-stub-timer");
        thread.setDaemon(true);
        return thread;
    }

    private record Pause(Instant due, CompletableFuture<@Nullable Void> end) {}
}
