package io.gpucloud.stub.junit;

import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** The clock of one test's account. Moving it moves no other account. */
public final class StubClock {

    private final StubAccount account;

    StubClock(StubAccount account) {
        this.account = account;
    }

    /**
     * The present moment of the account.
     *
     * @return whole seconds
     */
    public Instant now() {
        return Instant.ofEpochSecond(read().path("now").longValue());
    }

    /** Lets time stand still until it is moved. */
    public void freeze() {
        set(true);
    }

    /**
     * Lets time stand still at a moment.
     *
     * @param moment not before the present; cut to whole seconds
     * @throws IllegalArgumentException if it is before the present
     */
    public void freezeAt(Instant moment) {
        account.calls()
                .put(
                        account.path("/clock"),
                        AdminCalls.object().put("now", moment.getEpochSecond()).put("frozen", true));
    }

    /** Lets time pass again. */
    public void unfreeze() {
        set(false);
    }

    /**
     * Moves time forward, frozen or not. Events that are due on the way are applied in order, each at its moment.
     *
     * @param time how far, 0 to 10 years; cut to whole seconds
     * @throws IllegalArgumentException if it is out of range
     */
    public void advance(Duration time) {
        account.calls().post(account.path("/clock/advance"), AdminCalls.object().put("seconds", time.toSeconds()));
    }

    /**
     * Lets time pass faster or slower, for programs that really sleep.
     *
     * @param speed seconds that pass in one second of the machine, above 0 and at most 100,000
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
