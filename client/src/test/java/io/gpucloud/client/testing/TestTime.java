package io.gpucloud.client.testing;

import io.gpucloud.client.Sleeper;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Clock and sleeper in one: to sleep moves the clock, and is remembered. */
public final class TestTime implements InstantSource, Sleeper {

    /** When this time begins. */
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Duration> sleeps = new ArrayList<>();
    private Instant now = START;

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        sleeps.add(duration);
        now = now.plus(duration);
    }

    /** Sets the clock back, as a time server does. */
    public synchronized void turnBack(Duration duration) {
        now = now.minus(duration);
    }

    /** All pauses so far. */
    public synchronized List<Duration> sleeps() {
        return List.copyOf(sleeps);
    }

    /** How much time has passed. */
    public Duration passed() {
        return Duration.between(START, instant());
    }
}
