package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.admin.model.AccountCreation;
import io.gpucloud.stub.admin.model.Permission;
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.state.Amounts;
import io.gpucloud.stub.state.ControlsReader;
import io.gpucloud.stub.state.SeedReader;
import io.gpucloud.stub.state.StubResetter;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;

/** Creates an account together with its key, and resets accounts to seeds of callers. */
final class AccountCreator {

    private final AccountLookup lookup;
    private final StubResetter resetter;
    private final ApiKeys keys;
    private final Catalog catalog;
    private final ControlsReader controls;

    AccountCreator(
            AccountLookup lookup, StubResetter resetter, ApiKeys keys, Catalog catalog, ControlsReader controls) {
        this.lookup = lookup;
        this.resetter = resetter;
        this.keys = keys;
        this.catalog = catalog;
        this.controls = controls;
    }

    /**
     * Creates the account, and opens it.
     *
     * @return its name, which is its key
     * @throws ProblemException if the name is in use
     */
    String create(AccountCreation body) {
        AccountSeed seed = seed(body);
        boolean readOnly = body.permission() == Permission.READ_ONLY;
        ApiKey.Permission permission = readOnly ? ApiKey.Permission.READ_ONLY : ApiKey.Permission.FULL;
        String name = body.account() == null ? createKey(permission) : createKey(body.account(), permission);
        if (seed == null) {
            lookup.open(name);
        } else {
            resetter.reset(new AccountKey(name), seed);
        }
        return name;
    }

    /** Resets an account, to a seed if there is one. */
    void reset(AccountKey account, @Nullable JsonNode seed) {
        AccountSeed contents = read(seed);
        if (contents == null) {
            resetter.reset(account);
        } else {
            resetter.reset(account, contents);
        }
    }

    /** Null means absent. In the JSON tree of a request it is a value. */
    private @Nullable AccountSeed read(@Nullable JsonNode seed) {
        return seed == null || seed.isNull() ? null : SeedReader.readAccount(seed, catalog, controls);
    }

    private @Nullable AccountSeed seed(AccountCreation body) {
        AccountSeed contents = read(body.seed());
        if (body.balance() == null) {
            return contents;
        }
        long cents = Amounts.cents(body.balance(), "balance");
        return contents == null ? AccountSeed.ofBalance(cents) : contents.withBalance(cents);
    }

    private String createKey(String name, ApiKey.Permission permission) {
        if (!keys.createIfAbsent(name, permission)) {
            throw new ProblemException(HttpStatus.CONFLICT, "there is an account of this name already");
        }
        return name;
    }

    /** Tries several names, because another request may take the first free one. */
    private String createKey(ApiKey.Permission permission) {
        Set<String> taken = keys.all().keySet();
        for (int number = 1; ; number++) {
            String name = "account-" + number;
            if (!taken.contains(name) && keys.createIfAbsent(name, permission)) {
                return name;
            }
        }
    }
}
