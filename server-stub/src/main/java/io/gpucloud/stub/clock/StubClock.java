package io.gpucloud.stub.clock;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.store.ConflictException;
import io.gpucloud.stub.store.SharedStore;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The clocks of the stub: one that all accounts follow by default, and separate ones of accounts that a tester has set.
 * A clock is frozen, or runs at a speed relative to the system clock. All code of the stub takes the time from here.
 */
public final class StubClock {

    private static final long LONG_AGO = 0;

    /** No account has this name. */
    private static final String STUB = "";

    private final InstantSource machine;
    private final @Nullable Long firstNow;
    private final boolean firstFrozen;
    private final SharedStore<Setting> settings;

    /**
     * Creates the clocks.
     *
     * @param machine the system clock
     * @param now the first moment to show, in epoch seconds, or null for the system time
     * @param settings the settings of all clocks; the clock of the stub is set unless it has a setting
     */
    public StubClock(InstantSource machine, @Nullable Long now, boolean frozen, SharedStore<Setting> settings) {
        this.machine = machine;
        firstNow = now;
        firstFrozen = frozen;
        this.settings = settings;
        settings.change(STUB, set -> set == null ? atStart() : set);
    }

    /**
     * The setting of a clock.
     *
     * @param speed stub seconds per real second
     * @param machineMillis system time at which the clock was set, in epoch milliseconds
     * @param shownMillis stub time to which it was set, in epoch milliseconds
     */
    public record Setting(boolean frozen, double speed, long machineMillis, long shownMillis) {

        private long shownAt(long machineNow) {
            return frozen ? shownMillis : shownMillis + (long) ((machineNow - machineMillis) * speed);
        }
    }

    /**
     * The reading of a clock.
     *
     * @param now the present moment, in epoch seconds
     * @param speed stub seconds per real second
     */
    public record Reading(long now, boolean frozen, double speed) {}

    /** The settings of all clocks. */
    public record Settings(Setting stub, Map<String, Setting> accounts) {}

    /** Returns the current time of the stub, in epoch seconds. */
    public long now() {
        return seconds(ofStub());
    }

    /** Returns the current time of the clock that an account follows, in epoch seconds. */
    public long now(AccountKey account) {
        return seconds(setting(account));
    }

    /** Returns the system time in epoch milliseconds, for durations that are measured and not simulated. */
    public long machineMillis() {
        return machine.millis();
    }

    /** Reads the clock of the stub. */
    public Reading read() {
        return reading(ofStub());
    }

    /** Reads the clock that an account follows. */
    public Reading read(AccountKey account) {
        return reading(setting(account));
    }

    /**
     * Sets the clock of the stub.
     *
     * @throws ConflictException if the clock would go back
     */
    public Reading set(ClockChange change) {
        settings.change(STUB, set -> changed(Objects.requireNonNull(set), change, seconds(set)));
        return read();
    }

    /**
     * Sets the clock of an account. An account without a clock of its own gets one.
     *
     * @param present the current time of the account, in epoch seconds
     * @throws ConflictException if the clock would go back
     */
    public Reading set(AccountKey account, long present, ClockChange change) {
        settings.change(account.name(), set -> changed(set == null ? ofStub() : set, change, present));
        return read(account);
    }

    /** Advances the clock of the stub. */
    public Reading advance(long seconds) {
        settings.change(STUB, set -> advanced(Objects.requireNonNull(set), LONG_AGO, seconds));
        return read();
    }

    /**
     * Advances the clock of an account. An account without a clock of its own gets one.
     *
     * @param present the current time of the account, in epoch seconds
     */
    public Reading advance(AccountKey account, long present, long seconds) {
        settings.change(account.name(), set -> advanced(set == null ? ofStub() : set, present, seconds));
        return read(account);
    }

    /** Exports the setting of an account's clock; null if the account follows the clock of the stub. */
    public @Nullable Setting own(AccountKey account) {
        return settings.get(account.name());
    }

    /**
     * Restores the clock of an account. Its time may go back.
     *
     * @param kept the exported setting, or null if the account followed the clock of the stub
     */
    public void restore(AccountKey account, @Nullable Setting kept) {
        settings.change(account.name(), set -> kept);
    }

    /** Removes the clock of an account, which then follows the clock of the stub. */
    public void release(AccountKey account) {
        restore(account, null);
    }

    /** Resets all clocks, then changes the clock of the stub. Its time may go back. */
    public void reset(ClockChange change) {
        settings.replaceAll(Map.of(STUB, changed(atStart(), change, LONG_AGO)));
    }

    /** Exports the settings of all clocks, which do not change as time passes. */
    public Settings settings() {
        Map<String, Setting> accounts = new TreeMap<>(settings.all());
        accounts.remove(STUB);
        return new Settings(ofStub(), accounts);
    }

    /** Restores the settings of all clocks. */
    public void restore(Settings kept) {
        Map<String, Setting> all = new TreeMap<>(kept.accounts());
        all.put(STUB, kept.stub());
        settings.replaceAll(all);
    }

    private Setting atStart() {
        long machineNow = machine.millis();
        return new Setting(firstFrozen, 1, machineNow, firstNow == null ? machineNow : firstNow * 1_000);
    }

    private Setting changed(Setting setting, ClockChange change, long present) {
        if (change.now() != null && change.now() < present) {
            throw new ConflictException("the clock already shows " + present + "; only a reset can set it back");
        }
        Setting now = advanced(setting, present, 0);
        return new Setting(
                change.frozen() == null ? now.frozen() : change.frozen(),
                change.speed() == null ? now.speed() : change.speed(),
                now.machineMillis(),
                change.now() == null ? now.shownMillis() : change.now() * 1_000);
    }

    private Setting advanced(Setting setting, long present, long seconds) {
        long machineNow = machine.millis();
        long shown = Math.max(setting.shownAt(machineNow), present * 1_000);
        return new Setting(setting.frozen(), setting.speed(), machineNow, shown + seconds * 1_000);
    }

    private Setting ofStub() {
        return Objects.requireNonNull(settings.get(STUB));
    }

    /** Returns the setting of the clock that an account follows: its own, or that of the stub. */
    public Setting setting(AccountKey account) {
        Setting own = own(account);
        return own == null ? ofStub() : own;
    }

    private Reading reading(Setting setting) {
        return new Reading(seconds(setting), setting.frozen(), setting.speed());
    }

    private long seconds(Setting setting) {
        return Math.floorDiv(setting.shownAt(machine.millis()), 1_000L);
    }
}
