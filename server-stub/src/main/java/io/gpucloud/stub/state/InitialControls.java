package io.gpucloud.stub.state;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;

/** Gives accounts the clocks and the faults of their seeds. */
public final class InitialControls {

    private final Seeds seeds;
    private final Accounts accounts;
    private final StubClock clock;
    private final FaultRegistry faults;

    public InitialControls(Seeds seeds, Accounts accounts, StubClock clock, FaultRegistry faults) {
        this.seeds = seeds;
        this.accounts = accounts;
        this.clock = clock;
        this.faults = faults;
    }

    /** Sets the clock and the faults of an account that has neither, and that is not open. */
    public void set(AccountKey account) {
        set(account, seeds.of(account), () -> {});
    }

    /**
     * Replaces the clock and the faults of an account by those of a seed.
     *
     * @param opening opens the account with this seed; called when the clock is set and before faults are added
     */
    public void replace(AccountKey account, AccountSeed seed, Runnable opening) {
        // Before the account is opened; otherwise it would open at the time of its earlier clock.
        clock.release(account);
        faults.removeByKey(account.name());
        set(account, seed, opening);
    }

    private void set(AccountKey account, AccountSeed seed, Runnable opening) {
        AccountSeed.Controls controls = seed.controls();
        if (controls == null) {
            opening.run();
            return;
        }
        ClockChange own = controls.clock();
        if (own != null) {
            clock.set(account, 0, own);
        }
        opening.run();
        long now = clock.now(account);
        controls.responseFaults().forEach(fault -> faults.add(faults.create(fault.ofKey(account.name()), now)));
        controls.lifecycleFaults().forEach(definition -> {
            var fault = faults.create(definition, now);
            accounts.change(account, open -> open.addFault(fault));
        });
    }
}
