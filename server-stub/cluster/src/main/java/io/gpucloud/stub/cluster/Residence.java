package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts.SavedAccount;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.Outcome;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.cluster.AccountCall.Close;
import io.gpucloud.stub.cluster.AccountCall.Do;
import io.gpucloud.stub.cluster.AccountCall.Equalise;
import io.gpucloud.stub.cluster.AccountCall.Open;
import io.gpucloud.stub.cluster.AccountCall.OpenFor;
import io.gpucloud.stub.cluster.AccountCall.Put;
import io.gpucloud.stub.cluster.AccountCall.Reset;
import io.gpucloud.stub.cluster.AccountCall.Take;
import io.gpucloud.stub.state.Seeds;
import org.jspecify.annotations.Nullable;

/**
 * What accounts live by, wherever they live. A call, a cell and a moment give the same result everywhere: so a copy is kept
 * by doing on it what was done on the account.
 *
 * @param seeds what accounts own when they open
 * @param rules what they live by
 */
record Residence(Seeds seeds, Rules rules) {

    /** What became of a cell, null when it is closed, and what is answered. */
    record Done(@Nullable AccountCell cell, Answer answer) {}

    /** Does what is asked; the cell is null before the account opens. */
    Done perform(String name, @Nullable AccountCell cell, AccountCall call, long moment) {
        if (call instanceof Do asked) {
            AccountCell open = opened(name, cell, moment);
            return new Done(open, answer(open.account().perform(asked.operation(), moment)));
        } else if (call instanceof Open asked) {
            return fresh(name, asked.seed(), asked.seed(), moment);
        } else if (call instanceof OpenFor asked) {
            return fresh(name, ownSeed(cell), asked.seed(), moment);
        } else if (call instanceof Reset) {
            AccountSeed own = ownSeed(cell);
            return fresh(name, own, own == null ? usual(name) : own, moment);
        } else if (call instanceof Close) {
            return done(null, null);
        } else if (call instanceof Put asked) {
            SavedAccount kept = asked.kept();
            return done(new AccountCell(name, kept.seed(), account(name, kept), 0, 0), null);
        } else if (call instanceof Take) {
            AccountCell open = opened(name, cell, moment);
            var state = open.account().perform(new Operation.Export(), moment).orThrow();
            return done(open, new SavedAccount(open.seed(), state));
        } else if (call instanceof Equalise) {
            return done(cell, null);
        }
        throw new IllegalArgumentException("not among what can be asked: " + call);
    }

    /**
     * An account as it was.
     *
     * @throws IllegalArgumentException if it does not hang together
     */
    Account account(String name, SavedAccount kept) {
        return new Account(new AccountKey(name), rules, kept.state());
    }

    private AccountCell opened(String name, @Nullable AccountCell cell, long moment) {
        return cell == null ? cell(name, null, usual(name), moment) : cell;
    }

    private Done fresh(String name, @Nullable AccountSeed own, AccountSeed planted, long moment) {
        return done(cell(name, own, planted, moment), null);
    }

    /** Whatever is due at once happens at once, as it does at the first call in memory. */
    private AccountCell cell(String name, @Nullable AccountSeed own, AccountSeed planted, long moment) {
        return new AccountCell(name, own, planted.open(new AccountKey(name), rules, moment), 0, 0);
    }

    private AccountSeed usual(String name) {
        return seeds.of(new AccountKey(name));
    }

    private static @Nullable AccountSeed ownSeed(@Nullable AccountCell cell) {
        return cell == null ? null : cell.seed();
    }

    private static Done done(@Nullable AccountCell cell, @Nullable Object value) {
        return new Done(cell, new Answer(Answer.Kind.DONE, value));
    }

    private static Answer answer(Outcome<?> outcome) {
        return outcome.refusal() == null
                ? new Answer(Answer.Kind.DONE, outcome.answer())
                : Answer.refused(outcome.refusal());
    }
}
