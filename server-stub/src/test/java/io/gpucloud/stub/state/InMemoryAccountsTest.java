package io.gpucloud.stub.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.DomainException;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.account.Tenant;
import io.gpucloud.stub.admin.SeedReaders;
import io.gpucloud.stub.billing.Bill;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.paging.Page;
import io.gpucloud.stub.store.InMemorySharedStore;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two hundred clients in parallel, while the clock runs. */
class InMemoryAccountsTest {

    private static final int CLIENTS = 200;
    private static final int ROUNDS = 20;
    private static final long FUNDS = 10_000_000;
    private static final Page.Request ALL = new Page.Request(1, 1_000_000);

    private final AtomicLong millis = new AtomicLong(1_000_000_000);
    private final InstantSource machine = () -> Instant.ofEpochMilli(millis.addAndGet(250));
    private final Seeds seeds = seeds();
    private final InMemoryAccounts accounts = new InMemoryAccounts(
            seeds,
            Tenant.rules(
                    seeds.catalog(),
                    new Rules.Durations(20, 10, 30),
                    new Rules.Metering(true, true),
                    1_000_000,
                    1_000_000),
            new StubClock(machine, null, false, new InMemorySharedStore<>()),
            () -> 0);

    private static Seeds seeds() {
        try (InputStream seed = InMemoryAccountsTest.class.getResourceAsStream("/seed/default.json")) {
            return SeedReaders.READER.read(Objects.requireNonNull(seed).readAllBytes());
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }

    private static <T> List<T> atOnce(Callable<T> client) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<T>> done = threads.invokeAll(
                    IntStream.range(0, CLIENTS).mapToObj(i -> client).toList());
            List<T> results = new ArrayList<>();
            for (Future<T> each : done) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 40})
    void concurrentChangesAreAllKept(int numberOfAccounts) throws Exception {
        List<AccountKey> keys = IntStream.range(0, numberOfAccounts)
                .mapToObj(i -> new AccountKey("tenant-" + i))
                .toList();
        keys.forEach(key -> accounts.reset(key, AccountSeed.ofBalance(FUNDS)));
        AtomicLong next = new AtomicLong();
        List<Set<String>> created = atOnce(() -> {
            AccountKey key = keys.get((int) (next.getAndIncrement() % keys.size()));
            Set<String> mine = new HashSet<>();
            for (int i = 0; i < ROUNDS; i++) {
                mine.add(rent(key));
                accounts.change(key, account -> account.payIn(1));
            }
            return mine;
        });
        Set<String> all = new HashSet<>();
        created.forEach(all::addAll);
        assertThat(all).hasSize(CLIENTS * ROUNDS);
        assertThat(keys.stream().mapToInt(this::instances).sum()).isEqualTo(CLIENTS * ROUNDS);
        long paidIn = numberOfAccounts * FUNDS + (long) CLIENTS * ROUNDS;
        assertThat(keys.stream().mapToLong(key -> balance(key) + billed(key)).sum())
                .isEqualTo(paidIn);
    }

    @Test
    void theLastGpuGoesToOneCallerOnly() throws Exception {
        AccountKey key = new AccountKey("tenant-scarce");
        accounts.reset(key, AccountSeed.ofBalance(FUNDS));
        List<Boolean> got = atOnce(() -> {
            try {
                accounts.change(key, account -> account.createFromPod("pod-comfyui", null, "gpu-l40s", 1));
                return true;
            } catch (DomainException soldOut) {
                return false;
            }
        });
        assertThat(got.stream().filter(success -> success).count()).isEqualTo(8);
    }

    private String rent(AccountKey key) {
        return accounts.change(key, account -> account.createFromPod("pod-comfyui", null, "gpu-rtx-4090", 1))
                .uuid();
    }

    private int instances(AccountKey key) {
        List<Instance> instances = accounts.read(key, ReadOnlyAccount::listInstances);
        return instances.size();
    }

    private long balance(AccountKey key) {
        return accounts.read(key, ReadOnlyAccount::getBalance).cents();
    }

    private long billed(AccountKey key) {
        return accounts
                .read(key, account -> account.listBills(EnumSet.of(ChargeChannel.BALANCE), "", ALL))
                .items()
                .stream()
                .mapToLong(Bill::cents)
                .sum();
    }
}
