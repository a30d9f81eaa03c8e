package io.gpucloud.stub.sql;

import io.gpucloud.stub.account.Account;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
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
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ConcurrentReferenceHashMap;

/**
 * Accounts in a database: each is a row. A change locks the row until it is stored. A read takes no lock and stores
 * nothing: the events that are due follow from the stored state, so that every stub computes the same ones.
 */
final class SqlAccounts implements Accounts {

    /** Returns no content if the stub has the version in memory. */
    private static final String READ = "select version, case when version <> ? then content end as content"
            + " from gpu_cloud_stub.account where name = ?";

    private static final String LOCK = READ + " for update";
    private static final String INSERT = "insert into gpu_cloud_stub.account (name, version, content)"
            + " values (?, nextval('gpu_cloud_stub.version'), ?)";
    private static final String STORE = INSERT
            + " on conflict (name) do update set version = excluded.version, content = excluded.content"
            + " returning version";

    private final Database database;
    private final Seeds seeds;
    private final Rules rules;
    private final StubClock clock;
    /** The last known rows, because a large account takes long to read. Memory that is short empties the map. */
    private final Map<AccountKey, Row> known = new ConcurrentReferenceHashMap<>();

    SqlAccounts(Database database, Seeds seeds, Rules rules, StubClock clock) {
        this.database = database;
        this.seeds = seeds;
        this.rules = rules;
        this.clock = clock;
    }

    /**
     * The row of an account.
     *
     * @param version a number that no other state of any account has, even one that was not committed
     */
    private record Row(long version, SavedAccount saved) {}

    @Override
    public <R> R read(AccountKey key, Function<ReadOnlyAccount, R> reading) {
        return readIfOpen(key, reading).orElseGet(() -> database.transaction(() -> read(key, lockOpen(key), reading)));
    }

    @Override
    public <R> Optional<R> readIfOpen(AccountKey key, Function<ReadOnlyAccount, R> reading) {
        return find(READ, key).map(row -> read(key, row, reading));
    }

    private <R> R read(AccountKey key, Row row, Function<ReadOnlyAccount, R> reading) {
        return account(key, row).read(clock.now(key), reading);
    }

    @Override
    public <R> R change(AccountKey key, Function<Account, R> change) {
        return database.transaction(() -> change(key, lockOpen(key), change)).get();
    }

    @Override
    public <R> Optional<R> changeIfOpen(AccountKey key, Function<Account, R> change) {
        return database.transaction(() -> lock(key).map(row -> change(key, row, change)))
                .map(Supplier::get);
    }

    /** Changes a locked account. Returns the result, to be read after the commit. */
    private <R> Supplier<R> change(AccountKey key, Row row, Function<Account, R> change) {
        Account account = account(key, row);
        Supplier<R> outcome = outcome(() -> account.change(clock.now(key), change));
        store(key, new SavedAccount(row.saved().seed(), account.export()));
        return outcome;
    }

    /** A rejected change is stored all the same: due events were applied, and a fault may be used up. */
    private static <R> Supplier<R> outcome(Supplier<R> change) {
        try {
            R result = change.get();
            return () -> result;
        } catch (DomainException rejected) {
            return () -> {
                throw rejected;
            };
        }
    }

    @Override
    public List<AccountKey> open() {
        return database.sql("select name from gpu_cloud_stub.account order by name").query(String.class).list().stream()
                .map(AccountKey::new)
                .toList();
    }

    @Override
    public void openFor(AccountKey key, AccountSeed seed) {
        database.transaction(() -> {
            AccountSeed own = lock(key).map(row -> row.saved().seed()).orElse(null);
            store(key, new SavedAccount(own, opened(key, seed).export()));
            return key;
        });
    }

    @Override
    public AccountSeed seed(AccountKey key) {
        return find(READ, key).map(row -> row.saved().seed()).orElseGet(() -> seeds.of(key));
    }

    @Override
    public void reset(AccountKey key, @Nullable AccountSeed given) {
        database.transaction(() -> {
            Optional<Row> known = lock(key);
            AccountSeed own =
                    given == null ? known.map(row -> row.saved().seed()).orElse(null) : given;
            AccountSeed initial = own == null ? seeds.of(key) : own;
            Account account = known.map(row -> initial.reopen(key, rules, clock.now(key), 0, account(key, row)))
                    .orElseGet(() -> opened(key, initial));
            store(key, new SavedAccount(own, account.export()));
            return key;
        });
    }

    @Override
    public void close(AccountKey key) {
        database.sql("delete from gpu_cloud_stub.account where name = ?")
                .param(key.name())
                .update();
        known.remove(key);
    }

    @Override
    public Optional<SavedAccount> exportIfOpen(AccountKey key) {
        return find(READ, key)
                .map(row -> new SavedAccount(row.saved().seed(), read(key, row, ReadOnlyAccount::export)));
    }

    @Override
    public void restore(AccountKey key, SavedAccount saved) {
        store(key, saved);
    }

    @Override
    public void restoreAll(Map<AccountKey, SavedAccount> saved) {
        database.transaction(() -> {
            // Otherwise an account that is being opened would remain.
            database.sql("lock table gpu_cloud_stub.account in exclusive mode").update();
            database.sql("delete from gpu_cloud_stub.account").update();
            saved.forEach(this::store);
            return saved;
        });
    }

    /** Locks an account until the end of the transaction. */
    private Optional<Row> lock(AccountKey key) {
        return find(LOCK, key);
    }

    /** Locks an account until the end of the transaction. Opens it if it is not open. */
    private Row lockOpen(AccountKey key) {
        return lock(key).orElseGet(() -> {
            SavedAccount opened =
                    new SavedAccount(null, opened(key, seeds.of(key)).export());
            // The update changes nothing: it locks the row if another stub has opened the account meanwhile.
            database.sql(INSERT + " on conflict (name) do update set name = excluded.name")
                    .params(key.name(), Json.write(opened))
                    .update();
            return lock(key).orElseThrow();
        });
    }

    private Optional<Row> find(String sql, AccountKey key) {
        @Nullable Row latest = known.get(key);
        Optional<Row> found = database.sql(sql)
                .params(latest == null ? 0 : latest.version(), key.name())
                .query((columns, number) -> {
                    String content = columns.getString("content");
                    return content == null
                            ? Objects.requireNonNull(latest)
                            : new Row(columns.getLong("version"), Json.read(content, SavedAccount.class));
                })
                .optional();
        found.ifPresent(row -> known.put(key, row));
        return found;
    }

    private void store(AccountKey key, SavedAccount saved) {
        long version = database.sql(STORE)
                .params(key.name(), Json.write(saved))
                .query(Long.class)
                .single();
        known.put(key, new Row(version, saved));
    }

    private Account account(AccountKey key, Row row) {
        return new Account(key, rules, row.saved().state(), row.version());
    }

    private Account opened(AccountKey key, AccountSeed seed) {
        return seed.open(key, rules, clock.now(key), 0);
    }
}
