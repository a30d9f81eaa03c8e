package io.gpucloud.stub.state;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.catalog.Catalog;
import java.util.Map;

/**
 * The initial contents of a stub.
 *
 * @param accounts what accounts own when they open, by key; {@code default} is for all that are not named
 */
public record Seeds(Catalog catalog, Map<String, AccountSeed> accounts) {

    /** Returns the seed of an account that has none of its own. */
    public AccountSeed of(AccountKey key) {
        AccountSeed named = accounts.get(key.name());
        return named == null ? accounts.getOrDefault("default", AccountSeed.EMPTY) : named;
    }
}
