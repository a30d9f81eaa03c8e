package io.gpucloud.stub.state;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.Map;

/** Resets a stub, and resets or deletes single accounts with their keys. */
public final class StubResetter {

    private final Accounts accounts;
    private final ApiKeys keys;
    private final StubClock clock;
    private final FaultRegistry faults;
    private final RateLimiter limits;
    private final RequestJournal journal;

    public StubResetter(
            Accounts accounts,
            ApiKeys keys,
            StubClock clock,
            FaultRegistry faults,
            RateLimiter limits,
            RequestJournal journal) {
        this.accounts = accounts;
        this.keys = keys;
        this.clock = clock;
        this.faults = faults;
        this.limits = limits;
        this.journal = journal;
    }

    /** Resets the clock, and everything else to the state after the start. Closes all accounts. */
    public void resetAll(StubClock.Change change) {
        clock.reset(change);
        keys.reset();
        faults.reset();
        accounts.restoreAll(Map.of());
        limits.reset();
        journal.clear();
    }

    /** Resets an account to its initial contents, and its key to its initial value. */
    public void reset(AccountKey account) {
        keys.reset(account.name());
        // Before the account; otherwise it would open at the time of its own clock.
        clock.release(account);
        faults.removeByKey(account.name());
        accounts.reset(account);
        limits.forget(account.name());
    }

    /** Deletes an account and its key. */
    public void delete(AccountKey account) {
        // Must be first; otherwise a request in between would open the account again.
        keys.delete(account.name());
        drop(account);
    }

    /** Removes every part of an account except its key: contents, clock, faults and request counters. */
    public void drop(AccountKey account) {
        accounts.close(account);
        clock.release(account);
        faults.removeByKey(account.name());
        limits.forget(account.name());
    }
}
