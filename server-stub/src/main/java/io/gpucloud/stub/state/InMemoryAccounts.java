package io.gpucloud.stub.state;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.clock.StubClock;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Accounts in memory. Each account has a lock of its own. */
public final class InMemoryAccounts implements Accounts {

    private final Map<AccountKey, LockedAccount> accounts = new ConcurrentHashMap<>();
    private final Seeds seeds;
    private final Rules rules;
    private final StubClock clock;
    private final LongSupplier generations;

    /**
     * Creates a store without open accounts.
     *
     * @param generations random numbers, so that a revision of an earlier account, or of the stub before its restart,
     *     is never used again
     */
    public InMemoryAccounts(Seeds seeds, Rules rules, StubClock clock, LongSupplier generations) {
        this.seeds = seeds;
        this.rules = rules;
        this.clock = clock;
        this.generations = generations;
    }

    @Override
    public <R> R read(AccountKey key, Function<ReadOnlyAccount, R> reading) {
        return account(key).read(reading);
    }

    @Override
    public <R> R change(AccountKey key, Function<Account, R> change) {
        return account(key).change(change);
    }

    @Override
    public <R> Optional<R> readIfOpen(AccountKey key, Function<ReadOnlyAccount, R> reading) {
        return Optional.ofNullable(accounts.get(key)).map(open -> open.read(reading));
    }

    @Override
    public <R> Optional<R> changeIfOpen(AccountKey key, Function<Account, R> change) {
        return Optional.ofNullable(accounts.get(key)).map(open -> open.change(change));
    }

    @Override
    public List<AccountKey> open() {
        return accounts.keySet().stream()
                .sorted(Comparator.comparing(AccountKey::name))
                .toList();
    }

    @Override
    public void openFor(AccountKey key, AccountSeed seed) {
        Account opened = seed.open(key, rules, clock.now(key), generations.getAsLong());
        accounts.compute(key, (name, known) -> new LockedAccount(name, known == null ? null : known.seed, opened));
    }

    @Override
    public AccountSeed seed(AccountKey key) {
        return account(key).initial();
    }

    @Override
    public void reset(AccountKey key, @Nullable AccountSeed own) {
        account(key).reset(own);
    }

    @Override
    public void close(AccountKey key) {
        accounts.remove(key);
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
        Account account = new Account(key, rules, kept.state(), generations.getAsLong());
        return new LockedAccount(key, kept.seed(), account);
    }

    private LockedAccount account(AccountKey key) {
        return accounts.computeIfAbsent(key, absent -> new LockedAccount(absent, null, null));
    }

    private final class LockedAccount {
        private final AccountKey key;
        private @Nullable AccountSeed seed;
        private @Nullable Account account;

        LockedAccount(AccountKey key, @Nullable AccountSeed seed, @Nullable Account account) {
            this.key = key;
            this.seed = seed;
            this.account = account;
        }

        synchronized <R> R read(Function<ReadOnlyAccount, R> reading) {
            long moment = clock.now(key);
            return openedBy(moment).read(moment, reading);
        }

        synchronized <R> R change(Function<Account, R> change) {
            long moment = clock.now(key);
            return openedBy(moment).change(moment, change);
        }

        private Account openedBy(long moment) {
            if (account == null) {
                account = initial().open(key, rules, moment, generations.getAsLong());
            }
            return account;
        }

        /**
         * Changes this object, so that no operation runs on the earlier account after its last identifiers were read.
         */
        synchronized void reset(@Nullable AccountSeed own) {
            seed = own == null ? seed : own;
            long moment = clock.now(key);
            account = account == null
                    ? openedBy(moment)
                    : initial().reopen(key, rules, moment, generations.getAsLong(), account);
        }

        synchronized AccountSeed initial() {
            return seed == null ? seeds.of(key) : seed;
        }

        SavedAccount export() {
            return new SavedAccount(seed, read(ReadOnlyAccount::export));
        }
    }
}
