package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.state.Seeds;
import org.jspecify.annotations.Nullable;

/** Opens and restores accounts for {@linkplain AccountCommand commands}, with the seeds and rules of the stub. */
record AccountExecutor(Seeds seeds, Rules rules) {

    /**
     * The outcome of a command.
     *
     * @param stored the account after the command, or null if it is closed
     */
    record Execution(@Nullable StoredAccount stored, AccountResult result) {

        /** The outcome of a command that returns no value. */
        static Execution done(@Nullable StoredAccount stored) {
            return new Execution(stored, AccountResult.done(null));
        }
    }

    /**
     * Restores an account from a snapshot.
     *
     * @throws IllegalArgumentException if the snapshot is not consistent
     */
    Account account(String name, SavedAccount kept) {
        return new Account(new AccountKey(name), rules, kept.state());
    }

    /** Returns the account, and opens it with the seed of the stub if it is not open. */
    StoredAccount opened(String name, @Nullable StoredAccount stored, long moment) {
        return stored == null ? fresh(name, null, defaultSeed(name), moment) : stored;
    }

    /**
     * Opens an account. Applies everything that is due at the moment, as the first command of an account in memory does.
     *
     * @param own the seed that a reset uses, or null for the seed of the stub
     * @param planted the seed that the account gets now
     */
    StoredAccount fresh(String name, @Nullable AccountSeed own, AccountSeed planted, long moment) {
        return new StoredAccount(name, own, planted.open(new AccountKey(name), rules, moment), 0, 0);
    }

    /** Resets an account, or opens it if it is not open. */
    StoredAccount reset(String name, @Nullable StoredAccount stored, long moment) {
        if (stored == null) {
            return opened(name, null, moment);
        }
        AccountSeed own = stored.seed();
        AccountSeed planted = own == null ? defaultSeed(name) : own;
        Account account = planted.reopen(new AccountKey(name), rules, moment, stored.account());
        return new StoredAccount(name, own, account, 0, 0);
    }

    AccountSeed defaultSeed(String name) {
        return seeds.of(new AccountKey(name));
    }
}
