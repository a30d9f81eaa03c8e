package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.auth.ApiKeys;

/** Finds accounts by the names that callers give. */
public final class KnownAccounts {

    private static final int LONGEST_SHOWN = 80;

    private final Accounts accounts;
    private final ApiKeys keys;

    KnownAccounts(Accounts accounts, ApiKeys keys) {
        this.accounts = accounts;
        this.keys = keys;
    }

    /**
     * The account of a name.
     *
     * @throws ProblemException if no key opens such an account
     */
    public AccountKey require(String name) {
        return keys.find(name)
                .map(key -> ApiKeys.account(name))
                .orElseThrow(() -> ProblemException.notFound(
                        "there is no key \"" + shown(name) + "\"; PUT /__admin/keys/{api_key} makes it"));
    }

    /** The name is a key, and as long as the caller likes. */
    private static String shown(String name) {
        String masked = ApiKeys.mask(name);
        return masked.length() <= LONGEST_SHOWN ? masked : masked.substring(0, LONGEST_SHOWN) + "...";
    }

    /** The same, and the account is open from now on. */
    AccountKey open(String name) {
        AccountKey account = require(name);
        accounts.perform(account, new Operation.GetMoment());
        return account;
    }

    /** The present moment of an account; one that has not opened yet has no past that a clock could not go back to. */
    long present(AccountKey account) {
        return accounts.isOpen(account) ? accounts.perform(account, new Operation.GetMoment()) : 0;
    }
}
