package io.gpucloud.stub.sql;

import com.zaxxer.hikari.HikariConfig;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.JournalStorage;
import io.gpucloud.stub.startup.UnusableSettingException;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.state.StateStore;
import io.gpucloud.stub.store.SharedStore;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Keeps the state in a PostgreSQL database, which several stubs can share. */
public final class SqlStateStore implements StateStore {

    private final Database database;

    private SqlStateStore(Database database) {
        this.database = database;
    }

    /**
     * Connects to the database.
     *
     * @param url JDBC URL
     * @param environment has user, password and the settings of the connection pool under {@code spring.datasource}
     * @param rules what all stubs of the database must have in common
     * @throws UnusableSettingException if the database cannot be used, or belongs to stubs of another version or with other rules
     */
    public static SqlStateStore open(String url, Environment environment, Map<String, String> rules) {
        HikariConfig options = new HikariConfig();
        Binder binder = Binder.get(environment);
        binder.bind("spring.datasource.hikari", Bindable.ofInstance(options));
        options.setJdbcUrl(url);
        binder.bind("spring.datasource.username", String.class).ifBound(options::setUsername);
        binder.bind("spring.datasource.password", String.class).ifBound(options::setPassword);
        return new SqlStateStore(Database.open(options, rules));
    }

    @Override
    public Accounts accounts(Seeds seeds, Rules rules, StubClock clock, LongSupplier generations) {
        return new SqlAccounts(database, seeds, rules, clock, generations);
    }

    @Override
    public <V extends Record> SharedStore<V> shared(String part, Class<V> type) {
        return new SqlSharedStore<>(database, part, type);
    }

    @Override
    public JournalStorage journal(int size, LongSupplier machineMillis) {
        return new SqlJournalStorage(database, size, machineMillis);
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public void check() {
        database.check();
    }

    @Override
    public void close() {
        database.close();
    }
}
