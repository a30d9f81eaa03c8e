package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.KeyForm;
import org.springframework.http.HttpStatus;

/** Finds accounts by the names that callers give. */
public final class AccountLookup {

    private static final int LONGEST_SHOWN = 80;

    private final Accounts accounts;
    private final ApiKeys keys;

    AccountLookup(Accounts accounts, ApiKeys keys) {
        this.accounts = accounts;
        this.keys = keys;
    }

    /**
     * Returns the account with a name.
     *
     * @throws ProblemException if no key opens such an account
     */
    public AccountKey require(String name) {
        return keys.find(name)
                .map(key -> new AccountKey(name))
                .orElseThrow(() -> new ProblemException(
                        HttpStatus.NOT_FOUND,
                        "there is no key \"" + shown(name) + "\"; PUT /__admin/keys/{api_key} creates it"));
    }

    /** Masks and shortens a name for a message, because it is a key and may be very long. */
    private static String shown(String name) {
        String masked = KeyForm.mask(name);
        return masked.length() <= LONGEST_SHOWN ? masked : masked.substring(0, LONGEST_SHOWN) + "...";
    }

    /** Returns the account with a name, and opens it. */
    AccountKey open(String name) {
        AccountKey account = require(name);
        accounts.moment(account);
        return account;
    }

    /** The current time of an account; 0 if it has not opened yet, because its clock can then be set to any time. */
    long present(AccountKey account) {
        return accounts.readIfOpen(account, ReadOnlyAccount::moment).orElse(0L);
    }
}
