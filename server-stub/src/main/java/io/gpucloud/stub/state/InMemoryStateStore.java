package io.gpucloud.stub.state;

import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.InMemoryJournalStorage;
import io.gpucloud.stub.journal.JournalStorage;
import io.gpucloud.stub.store.InMemorySharedStore;
import io.gpucloud.stub.store.SharedStore;
import java.util.function.LongSupplier;

/** Keeps the state in the memory of one stub. */
public final class InMemoryStateStore implements StateStore {

    /** Creates an empty store. */
    public InMemoryStateStore() {}

    @Override
    public Accounts accounts(Seeds seeds, Rules rules, StubClock clock, LongSupplier generations) {
        return new InMemoryAccounts(seeds, rules, clock, generations);
    }

    @Override
    public <V extends Record> SharedStore<V> shared(String part, Class<V> type) {
        return new InMemorySharedStore<>();
    }

    @Override
    public JournalStorage journal(int limit, LongSupplier machineMillis) {
        return new InMemoryJournalStorage(limit, machineMillis);
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public void beginRequest(String account) {
        // Reads need not be saved.
    }

    @Override
    public void endRequest() {
        // Nothing was begun.
    }

    @Override
    public void check() {
        // Memory can always be read.
    }

    @Override
    public void close() {
        // The state ends with the stub.
    }
}
