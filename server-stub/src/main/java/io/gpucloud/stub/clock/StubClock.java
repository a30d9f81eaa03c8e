package io.gpucloud.stub.clock;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.store.SharedStore;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The only clock of the stub: one that all accounts follow, and one of its own for each account that was given one. A clock
 * stands still, or passes as many seconds in one of the machine as its speed says.
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
     * A clock that starts at a moment.
     *
     * @param machine the machine's time
     * @param now the moment to show first, in epoch seconds, or null for the machine's
     * @param settings how all clocks are set; the stub's is set unless it is already
     */
    public StubClock(InstantSource machine, @Nullable Long now, boolean frozen, SharedStore<Setting> settings) {
        this.machine = machine;
        firstNow = now;
        firstFrozen = frozen;
        this.settings = settings;
        settings.change(STUB, set -> set == null ? atStart() : set);
    }

    /**
     * How a clock is set.
     *
     * @param speed seconds that pass in one second of the machine
     * @param machineMillis when it was set, by the machine's time
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
     * @param speed seconds that pass in one second of the machine
     */
    public record Reading(long now, boolean frozen, double speed) {}

    /**
     * A change of a clock; null keeps a value.
     *
     * @param now the moment to show, in epoch seconds
     * @param speed seconds that are to pass in one second of the machine
     */
    public record Change(
            @Nullable Long now,
            @Nullable Boolean frozen,
            @Nullable Double speed) {}

    /** How all clocks are set. */
    public record Settings(Setting stub, Map<String, Setting> accounts) {}

    /** A clock was to go back. */
    public static final class BackwardsException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private BackwardsException(long present) {
            super("the clock shows " + present + " already; only a reset goes back");
        }
    }

    /**
     * The present moment of the stub.
     *
     * @return epoch seconds
     */
    public long now() {
        return seconds(ofStub());
    }

    /**
     * The present moment by the clock that an account follows.
     *
     * @return epoch seconds
     */
    public long now(AccountKey account) {
        return seconds(setting(account));
    }

    /**
     * Returns the system time, for durations that are measured and not simulated.
     *
     * @return epoch milliseconds
     */
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
     * @throws BackwardsException if it was to go back
     */
    public Reading set(Change change) {
        settings.change(STUB, set -> {
            Setting before = set == null ? atStart() : set;
            return changed(before, change, seconds(before));
        });
        return read();
    }

    /**
     * Gives an account a clock of its own, or sets the one it has.
     *
     * @param present its present moment, in epoch seconds
     * @throws BackwardsException if it was to go back
     */
    public Reading set(AccountKey account, long present, Change change) {
        settings.change(account.name(), set -> changed(set == null ? ofStub() : set, change, present));
        return read(account);
    }

    /** Moves the clock of the stub ahead. */
    public Reading advance(long seconds) {
        settings.change(STUB, set -> advanced(set == null ? atStart() : set, LONG_AGO, seconds));
        return read();
    }

    /**
     * Gives an account a clock of its own that is ahead, or moves the one it has.
     *
     * @param present its present moment, in epoch seconds
     */
    public Reading advance(AccountKey account, long present, long seconds) {
        settings.change(account.name(), set -> advanced(set == null ? ofStub() : set, present, seconds));
        return read(account);
    }

    /**
     * How the clock of an account is set.
     *
     * @return how it is set, or null if it follows the clock of the stub
     */
    public @Nullable Setting own(AccountKey account) {
        return settings.get(account.name());
    }

    /**
     * Sets the clock of an account as it was set before, which may go back.
     *
     * @param kept how it was set, or null if it followed the clock of the stub
     */
    public void restore(AccountKey account, @Nullable Setting kept) {
        settings.change(account.name(), set -> kept);
    }

    /** Gives an account back to the clock of the stub. */
    public void release(AccountKey account) {
        restore(account, null);
    }

    /** Resets all clocks, then changes the clock of the stub. Its time may go back. */
    public void reset(Change change) {
        settings.replaceAll(Map.of(STUB, changed(atStart(), change, LONG_AGO)));
    }

    /**
     * How the clocks are set.
     *
     * @return how they are set, which does not change with time
     */
    public Settings settings() {
        Map<String, Setting> accounts = new TreeMap<>(settings.all());
        accounts.remove(STUB);
        return new Settings(ofStub(), accounts);
    }

    /** Sets the clocks as they were set before. */
    public void restore(Settings kept) {
        Map<String, Setting> all = new TreeMap<>(kept.accounts());
        all.put(STUB, kept.stub());
        settings.replaceAll(all);
    }

    private Setting atStart() {
        long machineNow = machine.millis();
        return new Setting(firstFrozen, 1, machineNow, firstNow == null ? machineNow : firstNow * 1_000);
    }

    private Setting changed(Setting setting, Change change, long present) {
        if (change.now() != null && change.now() < present) {
            throw new BackwardsException(present);
        }
        long machineNow = machine.millis();
        long shown = Math.max(setting.shownAt(machineNow), present * 1_000);
        return new Setting(
                change.frozen() == null ? setting.frozen() : change.frozen(),
                change.speed() == null ? setting.speed() : change.speed(),
                machineNow,
                change.now() == null ? shown : change.now() * 1_000);
    }

    private Setting advanced(Setting setting, long present, long seconds) {
        long machineNow = machine.millis();
        long shown = Math.max(setting.shownAt(machineNow), present * 1_000);
        return new Setting(setting.frozen(), setting.speed(), machineNow, shown + seconds * 1_000);
    }

    private Setting ofStub() {
        return Objects.requireNonNull(settings.get(STUB));
    }

    /**
     * How the clock is set that an account follows.
     *
     * @return how its own clock is set, or that of the stub
     */
    public Setting setting(AccountKey account) {
        Setting own = settings.get(account.name());
        return own == null ? ofStub() : own;
    }

    private Reading reading(Setting setting) {
        return new Reading(seconds(setting), setting.frozen(), setting.speed());
    }

    private long seconds(Setting setting) {
        return Math.floorDiv(setting.shownAt(machine.millis()), 1_000L);
    }
}
