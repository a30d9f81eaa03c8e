package io.gpucloud.stub.cluster;

import com.hazelcast.core.Hazelcast;
import io.gpucloud.stub.control.InMemoryAccounts;
import io.gpucloud.stub.control.Journal;
import io.gpucloud.stub.control.LocalShared;
import io.gpucloud.stub.control.SeedReader;
import io.gpucloud.stub.control.Seeds;
import io.gpucloud.stub.control.Shared;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.control.Waits;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Channel;
import io.gpucloud.stub.domain.Operation;
import io.gpucloud.stub.domain.Page;
import io.gpucloud.stub.domain.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Three members without doors, and accounts in memory beside them, all of one time, which passes when it is told to. */
final class Trio implements AutoCloseable {

    private static final Page.Request FIRST = new Page.Request(1, 20);

    private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);
    private final Waits waits = new Waits();
    private final Seeds seeds = seeds();
    private final Rules rules =
            new Rules(seeds.catalog(), new Rules.Durations(20, 10, 30), new Rules.Metering(true, true), 10_000, 30);
    private final Accounts inMemory = new InMemoryAccounts(seeds, rules, clock(new LocalShared<>()));
    private final List<String> named = LocalCluster.freeAddresses(3);
    private final List<Members> members;
    private final List<Accounts> accounts;

    Trio() {
        ExecutorService starters = Executors.newFixedThreadPool(named.size());
        try {
            members =
                    named.stream()
                            .map(self -> CompletableFuture.supplyAsync(() -> join(self), starters))
                            .toList()
                            .stream()
                            .map(CompletableFuture::join)
                            .toList();
        } finally {
            starters.shutdown();
        }
        accounts = members.stream().map(this::accounts).toList();
    }

    private Members join(String self) {
        Here here = new Here(new Residence(seeds, rules));
        Settings settings = new Settings(named, InetAddress.getLoopbackAddress(), Settings.port(self), 120_000);
        return Members.join(settings, "a trio of " + named, here, waits);
    }

    private Accounts accounts(Members member) {
        StubClock clock = clock(member.shared("clocks"));
        member.here().ready(clock, new Journal(1, waits, millis::get, Journal.Others.NONE));
        return new ClusterAccounts(member, member.shared(Members.OPENED), waits);
    }

    private StubClock clock(Shared<StubClock.Setting> settings) {
        return new StubClock(() -> Instant.ofEpochMilli(millis.get()), null, false, settings);
    }

    private static Seeds seeds() {
        try (InputStream seed = Seeds.class.getResourceAsStream("/seed/default.json")) {
            return SeedReader.read(Objects.requireNonNull(seed).readAllBytes());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    void after(long seconds) {
        millis.addAndGet(seconds * 1_000);
    }

    Accounts inMemory() {
        return inMemory;
    }

    Accounts member(int number) {
        return accounts.get(number);
    }

    Shared<Integer> shared(int number, String part) {
        return members.get(number).shared(part);
    }

    /** One of each operation that only reads. */
    static List<Operation<?>> readings() {
        return List.of(
                new Operation.GetBalance(),
                new Operation.GetDurations(),
                new Operation.GetMoment(),
                new Operation.ListBills(EnumSet.allOf(Channel.class), "", FIRST),
                new Operation.ListCards(FIRST),
                new Operation.ListFaults(),
                new Operation.ListGpus(),
                new Operation.ListInstances(),
                new Operation.ListPrivateImages(),
                new Operation.ListRecharges("", FIRST),
                new Operation.TakeState());
    }

    /** Ends a member with no word to the others. */
    void killTheFirst() {
        Hazelcast.getAllHazelcastInstances().stream()
                .filter(one -> one.getCluster()
                        .getLocalMember()
                        .getUuid()
                        .toString()
                        .equals(members.get(0).identifier()))
                .findFirst()
                .orElseThrow()
                .getLifecycleService()
                .terminate();
    }

    /** How often a copy was not what its account was. */
    long differences() {
        return members.stream().mapToLong(member -> member.here().differences()).sum();
    }

    @Override
    public void close() {
        members.forEach(Members::close);
    }
}
