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
import io.gpucloud.stub.state.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Accounts in a database. A change locks the row of the account, and is committed before it returns. A read takes no
 * lock in the database and stores nothing: the events that are due follow from the stored state, so that every stub
 * computes the same ones.
 */
final class SqlAccounts implements Accounts {

    /** Odd, so that no two versions have the same revision. */
    private static final long VERSION_STEP = 0x9E37_79B9_7F4A_7C15L;

    private final Database database;
    private final Seeds seeds;
    private final Rules rules;
    private final StubClock clock;
    private final LongSupplier generations;
    private final Map<AccountKey, CachedAccount> accounts = new ConcurrentHashMap<>();

    /**
     * The accounts of a database.
     *
     * @param generations random numbers, one for each time that an account is opened, reset or restored
     */
    SqlAccounts(Database database, Seeds seeds, Rules rules, StubClock clock, LongSupplier generations) {
        this.database = database;
        this.seeds = seeds;
        this.rules = rules;
        this.clock = clock;
        this.generations = generations;
    }

    /**
     * The row of an account.
     *
     * @param seed JSON of its own seed, or null if it uses the seed of the stub
     * @param state JSON of its state
     */
    private record Row(@Nullable String seed, String state, long generation, long version) {

        private @Nullable AccountSeed ownSeed() {
            return seed == null ? null : Json.read(seed, AccountSeed.class);
        }
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
        return database.sql("select name from gpu_cloud_stub.account order by name").query(String.class).list().stream()
                .map(AccountKey::new)
                .toList();
    }

    @Override
    public void openFor(AccountKey key, AccountSeed seed) {
        AccountSnapshot state = opened(key, seed);
        database.transaction(() -> {
            replace(key, find(key, true).map(Row::ownSeed).orElse(null), state);
            return key;
        });
    }

    @Override
    public AccountSeed seed(AccountKey key) {
        return find(key, false).map(Row::ownSeed).orElseGet(() -> seeds.of(key));
    }

    @Override
    public void reset(AccountKey key, @Nullable AccountSeed given) {
        database.transaction(() -> {
            if (given == null && insert(key)) {
                return key;
            }
            Optional<Row> row = find(key, true);
            AccountSeed own = given == null ? row.orElseThrow().ownSeed() : given;
            AccountSeed initial = own == null ? seeds.of(key) : own;
            Account opened = row.map(earlier -> initial.reopen(key, rules, clock.now(key), 0, account(key, earlier)))
                    .orElseGet(() -> initial.open(key, rules, clock.now(key), 0));
            replace(key, own, opened.export());
            return key;
        });
    }

    @Override
    public void close(AccountKey key) {
        database.sql("delete from gpu_cloud_stub.account where name = ?")
                .param(key.name())
                .update();
        accounts.remove(key);
    }

    @Override
    public Optional<SavedAccount> exportIfOpen(AccountKey key) {
        return find(key, false)
                .map(row -> new SavedAccount(
                        row.ownSeed(), account(key, row).read(clock.now(key), ReadOnlyAccount::export)));
    }

    @Override
    public void restore(AccountKey key, SavedAccount saved) {
        requireConsistent(key, saved);
        replace(key, saved.seed(), saved.state());
    }

    @Override
    public void restoreAll(Map<AccountKey, SavedAccount> saved) {
        saved.forEach(this::requireConsistent);
        database.transaction(() -> {
            database.sql("delete from gpu_cloud_stub.account").update();
            saved.forEach((key, one) -> replace(key, one.seed(), one.state()));
            return saved;
        });
        accounts.clear();
    }

    private void requireConsistent(AccountKey key, SavedAccount saved) {
        new Account(key, rules, saved.state(), 0);
    }

    private CachedAccount cached(AccountKey key) {
        return accounts.computeIfAbsent(key, CachedAccount::new);
    }

    private AccountSnapshot opened(AccountKey key, AccountSeed seed) {
        return seed.open(key, rules, clock.now(key), 0).export();
    }

    private Account account(AccountKey key, Row row) {
        return new Account(
                key,
                rules,
                Json.read(row.state(), AccountSnapshot.class),
                row.generation() + row.version() * VERSION_STEP);
    }

    private Optional<Row> find(AccountKey key, boolean lock) {
        return database.sql("select seed, state, generation, version from gpu_cloud_stub.account where name = ?"
                        + (lock ? " for update" : ""))
                .param(key.name())
                .query(Row.class)
                .optional();
    }

    /** Opens an account unless it is open. */
    private boolean insert(AccountKey key) {
        return database.sql("insert into gpu_cloud_stub.account values (?, null, ?, ?, 0) on conflict do nothing")
                        .params(key.name(), Json.write(opened(key, seeds.of(key))), generations.getAsLong())
                        .update()
                == 1;
    }

    private void replace(AccountKey key, @Nullable AccountSeed seed, AccountSnapshot state) {
        database.sql(
                        "insert into gpu_cloud_stub.account values (?, ?, ?, ?, 0) on conflict (name) do update"
                                + " set seed = excluded.seed, state = excluded.state, generation = excluded.generation, version = 0")
                .param(key.name())
                .param(seed == null ? null : Json.write(seed))
                .param(Json.write(state))
                .param(generations.getAsLong())
                .update();
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

    /** An account in memory, which is current as long as its row does not change. */
    private final class CachedAccount {

        private final AccountKey key;
        private @Nullable Account account;
        private long generation;
        private long version;

        CachedAccount(AccountKey key) {
            this.key = key;
        }

        synchronized <R> Optional<R> read(boolean open, Function<ReadOnlyAccount, R> reading) {
            return current(open, false).map(present -> present.read(clock.now(key), reading));
        }

        synchronized <R> Optional<R> change(boolean open, Function<Account, R> change) {
            Optional<Outcome<R>> outcome;
            try {
                outcome = database.transaction(() -> current(open, true).map(present -> changed(present, change)));
                version++;
            } catch (RuntimeException | Error failed) {
                // Whether the change was committed is not known.
                account = null;
                throw failed;
            }
            return outcome.map(Outcome::get);
        }

        private <R> Outcome<R> changed(Account present, Function<Account, R> change) {
            Outcome<R> outcome;
            try {
                outcome = new Outcome<>(present.change(clock.now(key), change), null);
            } catch (DomainException rejected) {
                // The account has changed all the same: due events were applied, and a fault may be used up.
                outcome = new Outcome<>(null, rejected);
            }
            database.sql("update gpu_cloud_stub.account set state = ?, version = version + 1 where name = ?")
                    .params(Json.write(present.export()), key.name())
                    .update();
            return outcome;
        }

        private Optional<Account> current(boolean open, boolean lock) {
            Optional<Row> row = changedRow(lock);
            if (row.isEmpty() && open) {
                insert(key);
                row = changedRow(lock);
            }
            return row.map(this::current);
        }

        private Account current(Row row) {
            if (account == null || row.generation() != generation || row.version() != version) {
                account = account(key, row);
                generation = row.generation();
                version = row.version();
            }
            return account;
        }

        /** Reads the row, without the state if the account in memory has it. */
        private Optional<Row> changedRow(boolean lock) {
            return database.sql("select null as seed, generation, version,"
                            + " case when ? and generation = ? and version = ? then '' else state end as state"
                            + " from gpu_cloud_stub.account where name = ?" + (lock ? " for update" : ""))
                    .params(account != null, generation, version, key.name())
                    .query(Row.class)
                    .optional();
        }
    }
}
