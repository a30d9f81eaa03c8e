package io.gpucloud.stub.state;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;

/** Resets or removes every part of an account except its key: contents, clock, faults and request counters. */
public final class AccountResetter {

    private final Accounts accounts;
    private final StubClock clock;
    private final FaultRegistry faults;
    private final RateLimiter limits;

    public AccountResetter(Accounts accounts, StubClock clock, FaultRegistry faults, RateLimiter limits) {
        this.accounts = accounts;
        this.clock = clock;
        this.faults = faults;
        this.limits = limits;
    }

    /** Removes an account. Remove its key first: a request in between would open the account again. */
    public void drop(AccountKey account) {
        accounts.close(account);
        clock.release(account);
        faults.removeByKey(account.name());
        limits.forget(account.name());
    }

    /** Resets an account to its initial contents. */
    public void reset(AccountKey account) {
        // Must be first; otherwise the account would open at the time of its own clock.
        clock.release(account);
        faults.removeByKey(account.name());
        accounts.reset(account);
        limits.forget(account.name());
    }
}
