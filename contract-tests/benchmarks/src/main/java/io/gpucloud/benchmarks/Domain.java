package io.gpucloud.benchmarks;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.state.InMemoryAccounts;
import io.gpucloud.stub.state.SeedReader;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.store.LocalSharedStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The stub's model without its server, as it is when it starts, and with a clock that stands still. */
final class Domain {

    private static final long RICH = 100_000_000_000L;

    private final StubClock clock = new StubClock(InstantSource.system(), null, true, new LocalSharedStore<>());
    private final Catalog catalog;
    private final Accounts accounts;

    Domain() throws IOException {
        Seeds seeds = seeds();
        Rules rules = new Rules(
                seeds.catalog(),
                new Rules.Durations(20, 10, 30),
                new Rules.Metering(true, true),
                1_000_000,
                10_000_000);
        catalog = seeds.catalog();
        accounts = new InMemoryAccounts(seeds, rules, clock);
    }

    private static Seeds seeds() throws IOException {
        try (InputStream seed = Accounts.class.getResourceAsStream("/seed/default.json")) {
            return SeedReader.read(Objects.requireNonNull(seed).readAllBytes());
        }
    }

    Catalog catalog() {
        return catalog;
    }

    <R> R perform(AccountKey account, Operation<R> operation) {
        return accounts.perform(account, operation);
    }

    static Operation.CreateFromPod creation() {
        return new Operation.CreateFromPod(Caller.POD, null, Caller.GPU, 1);
    }

    /** Opens a rich account with so many instances that have run for so many hours; answers their identifiers. */
    List<String> open(AccountKey account, int instances, int hours) {
        perform(account, new Operation.PayIn(RICH));
        List<String> running = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            running.add(perform(account, creation()).uuid());
        }
        long later = clock.now(account) + 60 + hours * 3_600L;
        clock.set(account, clock.now(account), new StubClock.Change(later, null, null));
        perform(account, new Operation.GetMoment());
        return running;
    }
}
