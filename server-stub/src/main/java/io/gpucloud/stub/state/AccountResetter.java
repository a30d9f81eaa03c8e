package io.gpucloud.stub.state;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;

/** All that there is of an account but its key: what it owns, its clock, its faults, and what was counted of its requests. */
public final class AccountResetter {

    private final Accounts accounts;
    private final StubClock clock;
    private final FaultRegistry faults;
    private final RateLimiter limits;

    /**
     * The parts of all accounts.
     *
     * @param accounts what they own
     * @param clock their clocks
     * @param faults their faults
     * @param limits what was counted of their requests
     */
    public AccountResetter(Accounts accounts, StubClock clock, FaultRegistry faults, RateLimiter limits) {
        this.accounts = accounts;
        this.clock = clock;
        this.faults = faults;
        this.limits = limits;
    }

    /**
     * Closes an account, and nothing is left of it. Its key has to be forgotten before: a request that comes in between would
     * open it again.
     *
     * @param account the account
     */
    public void drop(AccountKey account) {
        accounts.close(account);
        clock.release(account);
        faults.removeOf(account.name());
        limits.forget(account.name());
    }

    /**
     * Makes an account what it was when it first opened.
     *
     * @param account the account
     */
    public void reset(AccountKey account) {
        // First, or the account would open at the moment that its own clock shows.
        clock.release(account);
        faults.removeOf(account.name());
        accounts.reset(account);
        limits.forget(account.name());
    }
}
