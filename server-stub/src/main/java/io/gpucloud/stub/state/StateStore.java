package io.gpucloud.stub.state;

import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.JournalStorage;
import io.gpucloud.stub.store.SharedStore;
import java.util.function.LongSupplier;

/** Where a stub keeps its state. By default, it can always be read. */
public interface StateStore extends AutoCloseable {

    /**
     * Creates the accounts.
     *
     * @param generations random numbers, one for each time that an account is opened, reset or restored
     */
    Accounts accounts(Seeds seeds, Rules rules, StubClock clock, LongSupplier generations);

    /** Creates the values of a part of the stub. */
    <V extends Record> SharedStore<V> shared(String part, Class<V> type);

    /**
     * Creates the storage of the request journal.
     *
     * @param limit the largest number of requests of each account
     * @param machineMillis the system time in milliseconds
     */
    JournalStorage journal(int limit, LongSupplier machineMillis);

    /**
     * Checks that the state can be read.
     *
     * @throws RuntimeException if it cannot
     */
    default void check() {}

    @Override
    default void close() {}
}
