package io.gpucloud.contract.lease;

import io.gpucloud.client.Sleeper;
import io.gpucloud.stub.junit.StubClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The time of one account of the stub, as clock and sleeper of a client: to sleep moves it. */
final class AccountTime implements InstantSource, Sleeper {

    private final StubClock clock;
    private final Instant begun;
    private Instant now;

    AccountTime(StubClock clock) {
        clock.freeze();
        this.clock = clock;
        begun = clock.now();
        now = begun;
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public synchronized void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pass(duration);
    }

    /** The stub counts whole seconds. */
    synchronized void pass(Duration duration) {
        long before = now.getEpochSecond();
        now = now.plus(duration);
        if (now.getEpochSecond() > before) {
            clock.advance(Duration.ofSeconds(now.getEpochSecond() - before));
        }
    }

    Duration passed() {
        return Duration.between(begun, instant());
    }
}
