package io.gpucloud.stub.state;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.journal.JournalFilter;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resets a stub, and resets or deletes single accounts with their keys. */
public final class StubResetter {

    private final Accounts accounts;
    private final ApiKeys keys;
    private final StubClock clock;
    private final FaultRegistry faults;
    private final RateLimiter limits;
    private final RequestJournal journal;
    private final InitialControls controls;

    public StubResetter(
            Accounts accounts,
            ApiKeys keys,
            StubClock clock,
            FaultRegistry faults,
            RateLimiter limits,
            RequestJournal journal,
            InitialControls controls) {
        this.accounts = accounts;
        this.keys = keys;
        this.clock = clock;
        this.faults = faults;
        this.limits = limits;
        this.journal = journal;
        this.controls = controls;
    }

    /** Resets the clock, and everything else to the state after the start. Closes all accounts. */
    public void resetAll(ClockChange change) {
        clock.reset(change);
        keys.reset();
        faults.reset();
        accounts.restoreAll(Map.of());
        limits.reset();
        journal.clear(JournalFilter.ALL);
        keys.all().keySet().forEach(key -> controls.set(new AccountKey(key)));
    }

    /**
     * Resets an account to its initial contents, and its key to its initial value.
     *
     * @param own a seed for this and later resets, or null for the seed that the account has
     */
    public void reset(AccountKey account, @Nullable AccountSeed own) {
        AccountSeed seed = own == null ? accounts.seed(account) : own;
        keys.reset(account.name());
        controls.replace(account, seed, () -> accounts.reset(account, own));
        limits.forget(account.name());
    }

    /** Deletes an account and its key. */
    public void delete(AccountKey account) {
        // Must be first; otherwise a request in between would open the account again.
        keys.delete(account.name());
        drop(account);
        if (keys.exists(account.name())) {
            controls.set(account);
        }
    }

    /** Removes every part of an account except its key: contents, clock, faults, journal and request counters. */
    public void drop(AccountKey account) {
        accounts.close(account);
        clock.release(account);
        faults.removeByKey(account.name());
        journal.clear(JournalFilter.ofKey(account.name()));
        limits.forget(account.name());
    }
}
