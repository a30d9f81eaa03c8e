package io.gpucloud.stub.state;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.OperationResult;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.clock.StubClock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Accounts in memory, each with its own lock. */
public final class InMemoryAccounts implements Accounts {

    private final Map<AccountKey, LockedAccount> accounts = new ConcurrentHashMap<>();
    private final Seeds seeds;
    private final Rules rules;
    private final StubClock clock;

    /** Creates a store without open accounts. */
    public InMemoryAccounts(Seeds seeds, Rules rules, StubClock clock) {
        this.seeds = seeds;
        this.rules = rules;
        this.clock = clock;
    }

    @Override
    public <R> R perform(AccountKey key, Operation<R> operation) {
        return account(key).perform(operation).orThrow();
    }

    @Override
    public List<AccountKey> open() {
        return accounts.keySet().stream()
                .sorted(Comparator.comparing(AccountKey::name))
                .toList();
    }

    @Override
    public <R> Optional<R> performIfOpen(AccountKey key, Operation<R> operation) {
        return Optional.ofNullable(accounts.get(key))
                .map(open -> open.perform(operation).orThrow());
    }

    @Override
    public void open(AccountKey key, AccountSeed seed) {
        accounts.put(key, new LockedAccount(key, seed, null));
        moment(key);
    }

    @Override
    public void openFor(AccountKey key, AccountSeed seed) {
        Account opened = seed.open(key, rules, clock.now(key));
        accounts.compute(key, (name, known) -> new LockedAccount(name, known == null ? null : known.seed, opened));
    }

    @Override
    public void reset(AccountKey key) {
        account(key).reset();
    }

    @Override
    public void close(AccountKey key) {
        accounts.remove(key);
    }

    @Override
    public SavedAccount export(AccountKey key) {
        return account(key).export();
    }

    @Override
    public Optional<SavedAccount> exportIfOpen(AccountKey key) {
        return Optional.ofNullable(accounts.get(key)).map(LockedAccount::export);
    }

    @Override
    public void restore(AccountKey key, SavedAccount kept) {
        accounts.put(key, restored(key, kept));
    }

    @Override
    public void restoreAll(Map<AccountKey, SavedAccount> kept) {
        Map<AccountKey, LockedAccount> restored = new HashMap<>();
        kept.forEach((key, one) -> restored.put(key, restored(key, one)));
        accounts.keySet().retainAll(restored.keySet());
        accounts.putAll(restored);
    }

    private LockedAccount restored(AccountKey key, SavedAccount kept) {
        return new LockedAccount(key, kept.seed(), new Account(key, rules, kept.state()));
    }

    private LockedAccount account(AccountKey key) {
        LockedAccount known = accounts.get(key);
        return known == null ? accounts.computeIfAbsent(key, absent -> new LockedAccount(absent, null, null)) : known;
    }

    private final class LockedAccount {
        private final AccountKey key;
        private final @Nullable AccountSeed seed;
        private @Nullable Account account;

        LockedAccount(AccountKey key, @Nullable AccountSeed seed, @Nullable Account account) {
            this.key = key;
            this.seed = seed;
            this.account = account;
        }

        synchronized <R> OperationResult<R> perform(Operation<R> operation) {
            long moment = clock.now(key);
            if (account == null) {
                account = initial().open(key, rules, moment);
            }
            return account.perform(operation, moment);
        }

        /** Changes this object, so that no operation runs on the earlier account after its last identifiers were read. */
        synchronized void reset() {
            if (account != null) {
                account = initial().reopen(key, rules, clock.now(key), account);
            }
            perform(new Operation.GetMoment());
        }

        private AccountSeed initial() {
            return seed == null ? seeds.of(key) : seed;
        }

        SavedAccount export() {
            return new SavedAccount(seed, perform(new Operation.Export()).orThrow());
        }
    }
}
