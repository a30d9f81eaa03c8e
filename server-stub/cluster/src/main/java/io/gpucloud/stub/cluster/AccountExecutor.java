package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.OperationResult;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.cluster.AccountCommand.Close;
import io.gpucloud.stub.cluster.AccountCommand.Do;
import io.gpucloud.stub.cluster.AccountCommand.Open;
import io.gpucloud.stub.cluster.AccountCommand.OpenFor;
import io.gpucloud.stub.cluster.AccountCommand.Put;
import io.gpucloud.stub.cluster.AccountCommand.Repair;
import io.gpucloud.stub.cluster.AccountCommand.Reset;
import io.gpucloud.stub.cluster.AccountCommand.Take;
import io.gpucloud.stub.state.Seeds;
import org.jspecify.annotations.Nullable;

/**
 * Applies commands to accounts. The result depends only on the account, the command and the time of the command. So a backup stays equal if the same
 * calls are applied to it.
 */
record AccountExecutor(Seeds seeds, Rules rules) {

    /**
     * The outcome of a command.
     *
     * @param stored the account after the command, or null if it is closed
     */
    record Execution(@Nullable StoredAccount stored, AccountResult result) {}

    /**
     * Applies a command to an account.
     *
     * @param stored the account, or null if it is not open
     * @param moment the time of the account in seconds since 1970
     */
    Execution perform(String name, @Nullable StoredAccount stored, AccountCommand command, long moment) {
        if (command instanceof Do asked) {
            StoredAccount open = opened(name, stored, moment);
            return new Execution(open, answer(open.account().perform(asked.operation(), moment)));
        } else if (command instanceof Open asked) {
            return fresh(name, asked.seed(), asked.seed(), moment);
        } else if (command instanceof OpenFor asked) {
            return fresh(name, ownSeed(stored), asked.seed(), moment);
        } else if (command instanceof Reset) {
            AccountSeed own = ownSeed(stored);
            return fresh(name, own, own == null ? defaultSeed(name) : own, moment);
        } else if (command instanceof Close) {
            return done(null, null);
        } else if (command instanceof Put asked) {
            SavedAccount kept = asked.kept();
            return done(new StoredAccount(name, kept.seed(), account(name, kept), 0, 0), null);
        } else if (command instanceof Take) {
            StoredAccount open = opened(name, stored, moment);
            var state = open.account().perform(new Operation.Export(), moment).orThrow();
            return done(open, new SavedAccount(open.seed(), state));
        } else if (command instanceof Repair) {
            return done(stored, null);
        }
        throw new IllegalArgumentException("unknown command for an account: " + command);
    }

    /**
     * Restores an account from a snapshot.
     *
     * @throws IllegalArgumentException if the snapshot is not consistent
     */
    Account account(String name, SavedAccount kept) {
        return new Account(new AccountKey(name), rules, kept.state());
    }

    private StoredAccount opened(String name, @Nullable StoredAccount stored, long moment) {
        return stored == null ? stored(name, null, defaultSeed(name), moment) : stored;
    }

    private Execution fresh(String name, @Nullable AccountSeed own, AccountSeed planted, long moment) {
        return done(stored(name, own, planted, moment), null);
    }

    /** Applies everything that is due at the moment, as the first command of an account in memory does. */
    private StoredAccount stored(String name, @Nullable AccountSeed own, AccountSeed planted, long moment) {
        return new StoredAccount(name, own, planted.open(new AccountKey(name), rules, moment), 0, 0);
    }

    private AccountSeed defaultSeed(String name) {
        return seeds.of(new AccountKey(name));
    }

    private static @Nullable AccountSeed ownSeed(@Nullable StoredAccount stored) {
        return stored == null ? null : stored.seed();
    }

    private static Execution done(@Nullable StoredAccount stored, @Nullable Object value) {
        return new Execution(stored, new AccountResult(AccountResult.Kind.DONE, value));
    }

    private static AccountResult answer(OperationResult<?> outcome) {
        return outcome.refusal() == null
                ? new AccountResult(AccountResult.Kind.DONE, outcome.answer())
                : AccountResult.rejected(outcome.refusal());
    }
}
