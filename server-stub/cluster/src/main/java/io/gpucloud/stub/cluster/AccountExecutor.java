package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.OperationResult;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.cluster.AccountCall.Close;
import io.gpucloud.stub.cluster.AccountCall.Do;
import io.gpucloud.stub.cluster.AccountCall.Open;
import io.gpucloud.stub.cluster.AccountCall.OpenFor;
import io.gpucloud.stub.cluster.AccountCall.Put;
import io.gpucloud.stub.cluster.AccountCall.Repair;
import io.gpucloud.stub.cluster.AccountCall.Reset;
import io.gpucloud.stub.cluster.AccountCall.Take;
import io.gpucloud.stub.state.Seeds;
import org.jspecify.annotations.Nullable;

/**
 * Applies calls to accounts. The result depends only on the account, the call and the time of the call. So a backup stays equal if the same
 * calls are applied to it.
 */
record AccountExecutor(Seeds seeds, Rules rules) {

    /**
     * The outcome of a call.
     *
     * @param cell the account after the call, or null if it is closed
     */
    record Execution(@Nullable AccountCell cell, AccountResult result) {}

    /**
     * Applies a call to an account.
     *
     * @param cell the account, or null if it is not open
     * @param moment the time of the account in seconds since 1970
     */
    Execution perform(String name, @Nullable AccountCell cell, AccountCall call, long moment) {
        if (call instanceof Do asked) {
            AccountCell open = opened(name, cell, moment);
            return new Execution(open, answer(open.account().perform(asked.operation(), moment)));
        } else if (call instanceof Open asked) {
            return fresh(name, asked.seed(), asked.seed(), moment);
        } else if (call instanceof OpenFor asked) {
            return fresh(name, ownSeed(cell), asked.seed(), moment);
        } else if (call instanceof Reset) {
            AccountSeed own = ownSeed(cell);
            return fresh(name, own, own == null ? defaultSeed(name) : own, moment);
        } else if (call instanceof Close) {
            return done(null, null);
        } else if (call instanceof Put asked) {
            SavedAccount kept = asked.kept();
            return done(new AccountCell(name, kept.seed(), account(name, kept), 0, 0), null);
        } else if (call instanceof Take) {
            AccountCell open = opened(name, cell, moment);
            var state = open.account().perform(new Operation.Export(), moment).orThrow();
            return done(open, new SavedAccount(open.seed(), state));
        } else if (call instanceof Repair) {
            return done(cell, null);
        }
        throw new IllegalArgumentException("unknown call of an account: " + call);
    }

    /**
     * Restores an account from a snapshot.
     *
     * @throws IllegalArgumentException if the snapshot is not consistent
     */
    Account account(String name, SavedAccount kept) {
        return new Account(new AccountKey(name), rules, kept.state());
    }

    private AccountCell opened(String name, @Nullable AccountCell cell, long moment) {
        return cell == null ? cell(name, null, defaultSeed(name), moment) : cell;
    }

    private Execution fresh(String name, @Nullable AccountSeed own, AccountSeed planted, long moment) {
        return done(cell(name, own, planted, moment), null);
    }

    /** Applies everything that is due at the moment, as the first call of an account in memory does. */
    private AccountCell cell(String name, @Nullable AccountSeed own, AccountSeed planted, long moment) {
        return new AccountCell(name, own, planted.open(new AccountKey(name), rules, moment), 0, 0);
    }

    private AccountSeed defaultSeed(String name) {
        return seeds.of(new AccountKey(name));
    }

    private static @Nullable AccountSeed ownSeed(@Nullable AccountCell cell) {
        return cell == null ? null : cell.seed();
    }

    private static Execution done(@Nullable AccountCell cell, @Nullable Object value) {
        return new Execution(cell, new AccountResult(AccountResult.Kind.DONE, value));
    }

    private static AccountResult answer(OperationResult<?> outcome) {
        return outcome.refusal() == null
                ? new AccountResult(AccountResult.Kind.DONE, outcome.answer())
                : AccountResult.rejected(outcome.refusal());
    }
}
