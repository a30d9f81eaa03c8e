package io.gpucloud.stub.sql;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.AccountSnapshot;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.sql.Part.Content;
import io.gpucloud.stub.state.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Accounts in a database. A change is committed before it returns, and computed again if another stub was faster. A
 * read takes no lock in the database and stores nothing: the events that are due follow from the stored state, so that
 * every stub computes the same ones.
 */
final class SqlAccounts implements Accounts {

    private static final String PREFIX = "account/";

    private final Database database;
    private final Parts parts;
    private final Seeds seeds;
    private final Rules rules;
    private final StubClock clock;
    private final Map<AccountKey, CachedAccount> accounts = new ConcurrentHashMap<>();

    SqlAccounts(Database database, Parts parts, Seeds seeds, Rules rules, StubClock clock) {
        this.database = database;
        this.parts = parts;
        this.seeds = seeds;
        this.rules = rules;
        this.clock = clock;
    }

    /** Returns the name of the part in which an account is stored. */
    static String part(String account) {
        return PREFIX + account;
    }

    @Override
    public <R> R read(AccountKey key, Function<ReadOnlyAccount, R> reading) {
        return cached(key).read(true, reading).orElseThrow();
    }

    @Override
    public <R> R change(AccountKey key, Function<Account, R> change) {
        return cached(key).change(true, change).orElseThrow();
    }

    @Override
    public <R> Optional<R> readIfOpen(AccountKey key, Function<ReadOnlyAccount, R> reading) {
        return cached(key).read(false, reading);
    }

    @Override
    public <R> Optional<R> changeIfOpen(AccountKey key, Function<Account, R> change) {
        return cached(key).change(false, change);
    }

    @Override
    public List<AccountKey> open() {
        return database
                .sql("select name from gpu_cloud_stub.part where starts_with(name, ?) order by name")
                .param(PREFIX)
                .query(String.class)
                .list()
                .stream()
                .map(name -> new AccountKey(name.substring(PREFIX.length())))
                .toList();
    }

    @Override
    public void openFor(AccountKey key, AccountSeed seed) {
        replace(key, known -> new SavedAccount(known == null ? null : known.seed(), opened(key, seed)));
    }

    @Override
    public AccountSeed seed(AccountKey key) {
        return exportIfOpen(key).map(SavedAccount::seed).orElseGet(() -> seeds.of(key));
    }

    @Override
    public void reset(AccountKey key, @Nullable AccountSeed given) {
        replace(key, known -> {
            AccountSeed own = given == null && known != null ? known.seed() : given;
            AccountSeed initial = own == null ? seeds.of(key) : own;
            if (known == null) {
                return new SavedAccount(own, opened(key, initial));
            }
            Account earlier = new Account(key, rules, known.state(), 0);
            return new SavedAccount(
                    own, initial.reopen(key, rules, clock.now(key), 0, earlier).export());
        });
    }

    @Override
    public void close(AccountKey key) {
        database.sql("delete from gpu_cloud_stub.part where name = ?")
                .param(part(key.name()))
                .update();
        accounts.remove(key);
        parts.forget(part(key.name()));
    }

    @Override
    public Optional<SavedAccount> exportIfOpen(AccountKey key) {
        return cached(key).export();
    }

    @Override
    public void restore(AccountKey key, SavedAccount saved) {
        replace(key, known -> saved);
    }

    @Override
    public void restoreAll(Map<AccountKey, SavedAccount> saved) {
        database.transaction(() -> {
            database.sql("delete from gpu_cloud_stub.part where starts_with(name, ?)")
                    .param(PREFIX)
                    .update();
            saved.forEach((key, one) -> replace(key, known -> one));
            return saved;
        });
        accounts.clear();
    }

    private CachedAccount cached(AccountKey key) {
        return accounts.computeIfAbsent(key, CachedAccount::new);
    }

    private AccountSnapshot opened(AccountKey key, AccountSeed seed) {
        return seed.open(key, rules, clock.now(key), 0).export();
    }

    /**
     * Replaces an account while no other stub can change it.
     *
     * @param replacement gets null if the account is not open
     */
    private void replace(AccountKey key, Function<@Nullable SavedAccount, SavedAccount> replacement) {
        database.transaction(() -> {
            Part<AccountRow> part = parts.account(part(key.name()));
            Content<AccountRow> before = part.lock();
            SavedAccount known = before.values().isEmpty() ? null : AccountRow.join(before.values());
            return part.write(before, AccountRow.split(replacement.apply(known), before.values()), Parts.ANY_CLOCKS);
        });
    }

    /** The result of a change that was stored, or why it was rejected. */
    private record Outcome<R>(@Nullable R result, @Nullable DomainException rejection) {

        private R get() {
            if (rejection != null) {
                throw rejection;
            }
            return Objects.requireNonNull(result);
        }
    }

    /** An account in memory, which is current as long as its part does not change. */
    private final class CachedAccount {

        private final AccountKey key;
        private final Part<AccountRow> part;
        private @Nullable Account account;
        private @Nullable AccountSeed seed;
        private long version;

        CachedAccount(AccountKey key) {
            this.key = key;
            part = parts.account(part(key.name()));
        }

        synchronized <R> Optional<R> read(boolean open, Function<ReadOnlyAccount, R> reading) {
            return at(content(open)).map(present -> present.read(clock.now(key), reading));
        }

        synchronized Optional<SavedAccount> export() {
            return read(false, ReadOnlyAccount::export).map(state -> new SavedAccount(seed, state));
        }

        synchronized <R> Optional<R> change(boolean open, Function<Account, R> change) {
            while (true) {
                Content<AccountRow> before = content(open);
                Optional<Account> current = at(before);
                if (current.isEmpty()) {
                    return Optional.empty();
                }
                // Until the change is stored. If that fails, whether it was stored is not known.
                account = null;
                long clocks = parts.clocksVersion();
                Account present = current.get();
                Outcome<R> outcome = outcome(present, change);
                Optional<Content<AccountRow>> stored = part.write(
                        before, AccountRow.split(new SavedAccount(seed, present.export()), before.values()), clocks);
                if (stored.isPresent()) {
                    account = present;
                    version = stored.get().version();
                    return Optional.of(outcome.get());
                }
            }
        }

        private <R> Outcome<R> outcome(Account present, Function<Account, R> change) {
            try {
                return new Outcome<>(present.change(clock.now(key), change), null);
            } catch (DomainException rejected) {
                // The account has changed all the same: due events were applied, and a fault may be used up.
                return new Outcome<>(null, rejected);
            }
        }

        private Content<AccountRow> content(boolean open) {
            Content<AccountRow> content = part.read();
            while (open && content.values().isEmpty()) {
                replace(key, known -> known == null ? new SavedAccount(null, opened(key, seeds.of(key))) : known);
                content = part.read();
            }
            return content;
        }

        private Optional<Account> at(Content<AccountRow> content) {
            if (content.values().isEmpty()) {
                account = null;
            } else if (account == null || version != content.version()) {
                SavedAccount saved = AccountRow.join(content.values());
                account = new Account(key, rules, saved.state(), content.version());
                seed = saved.seed();
                version = content.version();
            }
            return Optional.ofNullable(account);
        }
    }
}
