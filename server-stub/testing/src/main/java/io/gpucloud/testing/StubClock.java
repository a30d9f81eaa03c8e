package io.gpucloud.testing;

import com.eclipsesource.json.JsonObject;
import java.time.Duration;
import java.time.Instant;

/** Clock of one account. Other accounts have clocks of their own. */
public final class StubClock {

    private final StubAccount account;

    StubClock(StubAccount account) {
        this.account = account;
    }

    /** {@return the current time of the account, in whole seconds} */
    public Instant now() {
        return Instant.ofEpochSecond(
                account.admin().get(account.query("/clock")).getLong("now", 0));
    }

    /** Stops the clock. {@link #advance} still moves it. */
    public void freeze() {
        put(new JsonObject().add("frozen", true));
    }

    /**
     * Moves the clock forward to a moment and stops it there.
     *
     * @param moment not before the current time of the account; truncated to whole seconds
     * @throws IllegalArgumentException if it is before the current time
     */
    public void freezeAt(Instant moment) {
        put(new JsonObject().add("now", moment.getEpochSecond()).add("frozen", true));
        account.clockMoved();
    }

    /** Starts the clock again, also after {@link #manual}. */
    public void unfreeze() {
        account.endManualMode();
        put(new JsonObject().add("frozen", false));
    }

    /**
     * Moves the clock forward, frozen or not. Events that are due on the way are applied in order, each at its moment.
     * The background work of leases with {@link StubAccount#client()} is done at the moment at which it is due, at most
     * ten times in a call. This method returns when it has ended, when it waits for the clock, or after 60 seconds of
     * real time. After 5 seconds, a line on the standard error output names the threads that wait.
     *
     * @param time 0 to 10 years; truncated to whole seconds
     * @throws IllegalArgumentException if it is out of range
     */
    public void advance(Duration time) {
        account.advance(time);
    }

    /** Moves the clock at once. */
    void move(Duration time) {
        account.admin().post(account.query("/clock/advance"), new JsonObject().add("seconds", time.toSeconds()));
    }

    /**
     * Stops the clock, and lets only {@link #advance} and {@link #freezeAt} move it. Waits and pauses of
     * {@link StubAccount#client()} then end when the clock has been moved past their end. Without this mode the clock
     * moves to the end of the next wait as soon as all threads that use the client wait. After its last use of the
     * client, a thread that reads from a socket keeps the clock from moving for a second, and one that computes for a
     * minute.
     *
     * <p>If a wait has lasted for 5 seconds of real time, a line on the standard error output names the threads that
     * wait. These end the mode: {@link #unfreeze}, a reset of the account, and the end of the account, of a test of a
     * Spring context, or of that context.
     */
    public void manual() {
        account.timer().manual(true);
        freeze();
    }

    /**
     * Changes the speed of the clock, for programs that really sleep. The clock of such a program falls behind by
     * {@code speed - 1} seconds in each second, and the service rejects a shutdown timer that is less than 5 minutes
     * ahead of this clock, with HTTP 400. A lifetime must therefore be longer than 5 minutes by {@code speed - 1} times
     * the real duration of the test: for {@code speed(10)} and 30 seconds, at least 10 minutes.
     *
     * @param speed stub seconds per real second, above 0 and at most 100,000
     * @throws IllegalArgumentException if it is out of range
     */
    public void speed(double speed) {
        put(new JsonObject().add("speed", speed));
    }

    private void put(JsonObject clock) {
        account.admin().put(account.query("/clock"), clock);
    }
}
