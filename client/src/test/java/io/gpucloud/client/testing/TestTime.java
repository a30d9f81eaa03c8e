package io.gpucloud.client.testing;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A timer whose pauses move its clock instead of taking time. */
public final class TestTime implements WaitTimer {

    /** The start of this time. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Duration> pauses = new ArrayList<>();
    private Instant now = START;

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized CompletableFuture<@Nullable Void> after(Duration pause) {
        pauses.add(pause);
        now = now.plus(pause);
        return CompletableFuture.completedFuture(null);
    }

    /** The same clock with other pauses. */
    public WaitTimer withPauses(Function<Duration, CompletableFuture<@Nullable Void>> after) {
        return new WaitTimer() {
            @Override
            public Instant now() {
                return TestTime.this.now();
            }

            @Override
            public CompletableFuture<@Nullable Void> after(Duration pause) {
                return after.apply(pause);
            }
        };
    }

    /** The same clock with pauses that never end. */
    public WaitTimer withEndlessPauses() {
        return withPauses(pause -> new CompletableFuture<>());
    }

    /** The same clock with pauses that end immediately and do not advance it. */
    public WaitTimer withFrozenClock() {
        return withPauses(pause -> {
            remember(pause);
            return CompletableFuture.completedFuture(null);
        });
    }

    private synchronized void remember(Duration pause) {
        pauses.add(pause);
    }

    /** The same time with a wall clock that is one hour ahead as soon as the condition holds. */
    public WaitTimer withClockSetForward(BooleanSupplier ahead) {
        return new WaitTimer() {
            @Override
            public Instant now() {
                return TestTime.this.now().plus(Duration.ofHours(ahead.getAsBoolean() ? 1 : 0));
            }

            @Override
            public Duration elapsed() {
                return passed();
            }

            @Override
            public CompletableFuture<@Nullable Void> after(Duration pause) {
                return TestTime.this.after(pause);
            }
        };
    }

    /** Sets the clock back, as a time server does. */
    public synchronized void turnBack(Duration duration) {
        now = now.minus(duration);
    }

    /** All pauses so far. */
    public synchronized List<Duration> sleeps() {
        return List.copyOf(pauses);
    }

    /** The time that has passed. */
    public Duration passed() {
        return Duration.between(START, now());
    }
}
