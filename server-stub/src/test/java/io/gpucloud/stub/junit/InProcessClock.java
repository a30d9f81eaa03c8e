package io.gpucloud.stub.junit;

import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The clock of the account of one test. Other accounts have clocks of their own. */
public final class InProcessClock {

    private final StubAccount account;

    InProcessClock(StubAccount account) {
        this.account = account;
    }

    /**
     * Returns the current time of the account.
     *
     * @return the time, in whole seconds
     */
    public Instant now() {
        return Instant.ofEpochSecond(read().path("now").longValue());
    }

    /** Freezes the clock. {@link #advance} still moves it. */
    public void freeze() {
        set(true);
    }

    /**
     * Moves the clock forward to a moment, and freezes it there.
     *
     * @param moment not before the current time; truncated to whole seconds
     * @throws IllegalArgumentException if it is before the current time
     */
    public void freezeAt(Instant moment) {
        account.calls()
                .put(
                        account.path("/clock"),
                        AdminCalls.object().put("now", moment.getEpochSecond()).put("frozen", true));
    }

    /** Starts the clock again. */
    public void unfreeze() {
        set(false);
    }

    /**
     * Moves the clock forward, frozen or not. Events that are due on the way are applied in order, each at its moment.
     *
     * @param time 0 to 10 years; truncated to whole seconds
     * @throws IllegalArgumentException if it is out of range
     */
    public void advance(Duration time) {
        account.calls().post(account.path("/clock/advance"), AdminCalls.object().put("seconds", time.toSeconds()));
    }

    /**
     * Changes the speed of the clock, for programs that really sleep.
     *
     * @param speed stub seconds per real second, above 0 and at most 100,000
     * @throws IllegalArgumentException if it is out of range
     */
    public void speed(double speed) {
        account.calls().put(account.path("/clock"), AdminCalls.object().put("speed", speed));
    }

    private void set(boolean frozen) {
        account.calls().put(account.path("/clock"), AdminCalls.object().put("frozen", frozen));
    }

    private JsonNode read() {
        return account.calls().get(account.path("/clock"));
    }
}
