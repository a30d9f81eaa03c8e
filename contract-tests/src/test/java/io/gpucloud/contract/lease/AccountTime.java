package io.gpucloud.contract.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.testing.StubClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one account of the stub as the timer of a client: a pause advances the clock. Threads that take turns
 * advance it when all of them wait.
 */
class AccountTime implements WaitTimer {

    private final StubClock clock;
    private final Instant begun;
    private Instant now;
    private volatile Turns turns = new Turns(0, this::passUntil);

    AccountTime(StubClock clock) {
        clock.freeze();
        this.clock = clock;
        begun = clock.now();
        now = begun;
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    /** Threads that take turns from now on. */
    Turns turns(long seed) {
        turns = new Turns(seed, this::passUntil);
        return turns;
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration pause) {
        if (turns.haveThisThread()) {
            return turns.pauseUntil(now().plus(pause));
        }
        pass(pause);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void await(CompletableFuture<?> end) throws InterruptedException {
        if (!Thread.currentThread().isInterrupted()) {
            turns.await(end);
        }
        WaitTimer.super.await(end);
    }

    /** The same time, with an action at the beginning of each pause. */
    WaitTimer beforeEachPause(Runnable action) {
        return new Same() {
            @Override
            public CompletableFuture<@Nullable Void> after(Duration pause) {
                action.run();
                return super.after(pause);
            }
        };
    }

    /**
     * The same time for a program on a machine whose clock differs, until a response corrects it: the client takes the
     * time of the service.
     */
    WaitTimer wrongBy(Duration difference, AtomicBoolean corrected) {
        return new Same() {
            @Override
            public Instant now() {
                return super.now().plus(corrected.get() ? Duration.ZERO : difference);
            }

            @Override
            public Duration elapsed() {
                return passed();
            }
        };
    }

    /** The same time as another timer. */
    private class Same implements WaitTimer {

        @Override
        public Instant now() {
            return AccountTime.this.now();
        }

        @Override
        public CompletableFuture<@Nullable Void> after(Duration pause) {
            return AccountTime.this.after(pause);
        }

        @Override
        public void await(CompletableFuture<?> end) throws InterruptedException {
            AccountTime.this.await(end);
        }
    }

    /** The stub counts whole seconds. */
    synchronized void pass(Duration duration) {
        long before = now.getEpochSecond();
        now = now.plus(duration);
        if (now.getEpochSecond() > before) {
            clock.advance(Duration.ofSeconds(now.getEpochSecond() - before));
        }
    }

    synchronized void passUntil(Instant moment) {
        if (moment.isAfter(now)) {
            pass(Duration.between(now, moment));
        }
    }

    Duration passed() {
        return Duration.between(begun, now());
    }
}
