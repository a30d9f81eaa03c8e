package io.gpucloud.stub.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.JournalStorage;
import io.gpucloud.stub.startup.UnusableSettingException;
import io.gpucloud.stub.state.ExchangeRules;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.state.StateStore;
import io.gpucloud.stub.store.SharedStore;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.datasource.init.ScriptUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Keeps the state in a PostgreSQL database, which several stubs can share. */
public final class Database implements StateStore {

    private static final int SCHEMA_VERSION = 2;
    /** Two stubs that start at the same time must not both create the tables. No other program uses this number. */
    private static final long SCHEMA_LOCK = 7_042_600_511L;
    /** Without the database, a call waits twice: for its first read, and for the time of its journal entry. */
    private static final long CONNECTION_TIMEOUT_MILLIS = 1_500;

    /** A user or a password in a JDBC URL. */
    private static final Pattern PASSWORD = Pattern.compile("//[^/?]*@|[?&;][a-z]*password=", Pattern.CASE_INSENSITIVE);

    private final HikariDataSource connections;
    private final JdbcClient statements;
    private final TransactionTemplate transactions;

    private Database(HikariDataSource connections) {
        this.connections = connections;
        statements = JdbcClient.create(connections);
        transactions = new TransactionTemplate(new JdbcTransactionManager(connections));
    }

    /**
     * Connects to a database, and creates the tables if it has none.
     *
     * @param url JDBC URL
     * @param environment has user, password and the settings of the connection pool under {@code spring.datasource}
     * @param rules what all stubs of the database must have in common
     * @throws UnusableSettingException if the database cannot be used, or belongs to stubs of another version or with
     *     other rules
     */
    public static Database open(String url, Environment environment, Map<String, String> rules) {
        if (PASSWORD.matcher(url).find()) {
            throw unusable(
                    "its URL must have no password, which failures would show",
                    "Set spring.datasource.username and spring.datasource.password instead.");
        }
        HikariConfig options = new HikariConfig();
        Binder binder = Binder.get(environment);
        binder.bind("spring.datasource.hikari", Bindable.ofInstance(options));
        options.setJdbcUrl(url);
        binder.bind("spring.datasource.username", String.class).ifBound(options::setUsername);
        binder.bind("spring.datasource.password", String.class).ifBound(options::setPassword);
        options.setPoolName("store");
        options.setConnectionTimeout(CONNECTION_TIMEOUT_MILLIS);
        // Statements without names: a pooler such as pgbouncer may use another connection for each transaction.
        options.addDataSourceProperty("prepareThreshold", "0");
        try {
            Database database = new Database(new HikariDataSource(options));
            try {
                return database.transaction(() -> database.prepared(rules));
            } catch (RuntimeException unfit) {
                database.close();
                throw unfit;
            }
        } catch (PoolInitializationException | DataAccessException | TransactionException failed) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(failed);
            throw unusable(
                    String.valueOf(cause.getMessage()),
                    "Check that the database runs, spring.datasource.username and spring.datasource.password. "
                            + "The user must be allowed to create a schema.");
        }
    }

    private Database prepared(Map<String, String> rules) {
        statements.sql("select pg_advisory_xact_lock(?)").param(SCHEMA_LOCK).query(rows -> {});
        boolean exists = statements
                .sql("select to_regclass('gpu_cloud_stub.common') is not null")
                .query(Boolean.class)
                .single();
        if (!exists) {
            create(rules);
        }
        int version = statements
                .sql("select schema_version from gpu_cloud_stub.common")
                .query(Integer.class)
                .single();
        if (version != SCHEMA_VERSION) {
            throw unusable(
                    "its tables have version " + version + ", this stub needs version " + SCHEMA_VERSION,
                    "Use another database, or drop the schema gpu_cloud_stub to start without its state.");
        }
        String theirs = statements
                .sql("select rules from gpu_cloud_stub.common")
                .query(String.class)
                .single();
        ExchangeRules.difference(Json.readMap(theirs), rules).ifPresent(difference -> {
            throw unusable(
                    "it belongs to stubs with " + difference,
                    "Start all stubs of a database with the same seed and the same settings.");
        });
        return this;
    }

    private void create(Map<String, String> rules) {
        ResourceDatabasePopulator script =
                new ResourceDatabasePopulator(new ClassPathResource("schema-2.sql", Database.class));
        script.setSeparator(ScriptUtils.EOF_STATEMENT_SEPARATOR);
        // The connection of the transaction.
        script.populate(DataSourceUtils.getConnection(connections));
        statements
                .sql("insert into gpu_cloud_stub.common (schema_version, rules) values (?, ?)")
                .params(SCHEMA_VERSION, Json.write(rules))
                .update();
    }

    private static UnusableSettingException unusable(String reason, String cure) {
        return new UnusableSettingException("stub.store", "the database", reason, cure);
    }

    /** A statement, within the transaction of the caller's thread if there is one. */
    JdbcClient.StatementSpec sql(String sql) {
        return statements.sql(sql);
    }

    /**
     * Executes work in a transaction, or in the one of the caller's thread. Commits unless the work throws an
     * exception.
     */
    <T> T transaction(Supplier<T> work) {
        return Objects.requireNonNull(transactions.execute(status -> {
            // Frees the locks of a stub whose machine is lost.
            sql("set local idle_in_transaction_session_timeout = '5s'").update();
            return work.get();
        }));
    }

    @Override
    public Accounts accounts(Seeds seeds, Rules rules, StubClock clock, LongSupplier generations) {
        return new SqlAccounts(this, seeds, rules, clock);
    }

    @Override
    public <V extends Record> SharedStore<V> shared(String part, Class<V> type) {
        return new SqlSharedStore<>(this, part, type);
    }

    @Override
    public JournalStorage journal(int limit, LongSupplier machineMillis) {
        return new SqlJournalStorage(this, limit, machineMillis);
    }

    @Override
    public void check() {
        statements.sql("select 1").query(Integer.class).single();
    }

    @Override
    public void close() {
        connections.close();
    }
}
