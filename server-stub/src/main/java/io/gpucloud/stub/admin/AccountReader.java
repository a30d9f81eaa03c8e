package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.admin.model.AccountDetails;
import io.gpucloud.stub.admin.model.AccountList;
import io.gpucloud.stub.clock.StubClock;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Reads accounts for callers that may already have the current revision. */
final class AccountReader {

    private final AccountLookup lookup;
    private final Accounts accounts;
    private final StubClock clock;
    private final Revisions revisions;

    AccountReader(AccountLookup lookup, Accounts accounts, StubClock clock, Revisions revisions) {
        this.lookup = lookup;
        this.accounts = accounts;
        this.clock = clock;
        this.revisions = revisions;
    }

    /** A part of an account, with the revision of the account that it was read from. */
    private record Revisioned<T>(String revision, T part) {}

    AccountList list() {
        return revisions.sendIfNewer(
                new AccountList(accounts.open().stream().map(AccountKey::name).toList()));
    }

    AccountDetails details(String account) {
        return read(account, ReadOnlyAccount::overview, (revision, overview) -> {
            AccountKey key = new AccountKey(account);
            return AccountMapper.toJson(key, revision, overview, clock.read(key), clock.own(key) != null);
        });
    }

    /**
     * Reads a part of an account, and sends its revision.
     *
     * @param toJson maps the revision as a text and the part
     * @throws ProblemException if no key opens such an account
     * @throws Revisions.NotModifiedException if the caller has the current revision
     */
    <T, R> R read(String account, Function<ReadOnlyAccount, T> part, BiFunction<String, T, R> toJson) {
        AccountKey key = lookup.require(account);
        // Asks for the revision only, because the rest of a large account takes long to read.
        revisions.requireNewer(revisions.ofAccount(key, accounts.read(key, ReadOnlyAccount::revision)));
        Revisioned<T> read = accounts.read(key, open -> new Revisioned<>(open.revision(), part.apply(open)));
        String revision = revisions.ofAccount(key, read.revision());
        revisions.send(revision);
        return toJson.apply(revision, read.part());
    }
}
