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
}
