package io.gpucloud.stub.control;

import io.gpucloud.stub.domain.AccountKey;
import io.gpucloud.stub.domain.Accounts;

/** All that there is of an account but its key: what it owns, its clock, its faults, and what was counted of its requests. */
public final class AccountParts {

    private final Accounts accounts;
    private final StubClock clock;
    private final Faults faults;
    private final RateLimits limits;

    /**
     * The parts of all accounts.
     *
     * @param accounts what they own
     * @param clock their clocks
     * @param faults their faults
     * @param limits what was counted of their requests
     */
    public AccountParts(Accounts accounts, StubClock clock, Faults faults, RateLimits limits) {
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
