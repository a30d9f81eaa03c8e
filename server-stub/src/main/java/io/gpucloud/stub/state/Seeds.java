package io.gpucloud.stub.state;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.catalog.Catalog;
import java.util.Map;

/**
 * The initial contents of a stub.
 *
 * @param accounts the initial contents of accounts, by key; {@code default} applies to all other accounts
 */
public record Seeds(Catalog catalog, Map<String, AccountSeed> accounts) {

    /** Returns the initial contents of an account. */
    public AccountSeed of(AccountKey key) {
        AccountSeed named = accounts.get(key.name());
        return named == null ? accounts.getOrDefault("default", AccountSeed.EMPTY) : named;
    }
}
