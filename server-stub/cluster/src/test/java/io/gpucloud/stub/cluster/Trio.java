package io.gpucloud.stub.cluster;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.RequestJournal;
import io.gpucloud.stub.paging.Page;
import io.gpucloud.stub.state.InMemoryAccounts;
import io.gpucloud.stub.state.SeedReader;
import io.gpucloud.stub.state.Seeds;
import io.gpucloud.stub.store.LocalSharedStore;
import io.gpucloud.stub.store.SharedStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
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
    private static final Scheduler WAITS = new Scheduler();
    private static final Seeds SEEDS = seeds();
    private static final Rules RULES =
            new Rules(SEEDS.catalog(), new Rules.Durations(20, 10, 30), new Rules.Metering(true, true), 10_000, 30);

    private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);
    private final InstantSource time = () -> Instant.ofEpochMilli(millis.get());
    private final Accounts inMemory =
            new InMemoryAccounts(SEEDS, RULES, new StubClock(time, null, false, new LocalSharedStore<>()));
    private final List<String> named = LocalCluster.freeAddresses(3);
    private final List<Members> members;
    private final List<Accounts> accounts;

    Trio() {
        ExecutorService starters = Executors.newFixedThreadPool(named.size());
        try {
            members =
                    named.stream()
                            .map(self -> CompletableFuture.supplyAsync(() -> join(self, named), starters))
                            .toList()
                            .stream()
                            .map(CompletableFuture::join)
                            .toList();
        } finally {
            starters.shutdown();
        }
        accounts = members.stream().map(member -> accounts(member, time)).toList();
    }

    /** One member, whichever process it is in. */
    static Members join(String self, List<String> named) {
        Here here = new Here(new Residence(SEEDS, RULES));
        Settings settings = new Settings(named, InetAddress.getLoopbackAddress(), Settings.port(self), 120_000);
        return Members.join(settings, "a trio of " + named, here, WAITS);
    }

    /** The accounts of a member, whichever process it is in. */
    static Accounts accounts(Members member, InstantSource time) {
        StubClock clock = new StubClock(time, null, false, member.shared("clocks"));
        member.here().ready(clock, new RequestJournal(1, WAITS, time::millis, RequestJournal.Others.NONE));
        return new ClusterAccounts(member, member.shared(Members.OPENED), WAITS);
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

    SharedStore<Integer> shared(int number, String part) {
        return members.get(number).shared(part);
    }

    /** One of each operation that only reads. */
    static List<Operation<?>> readings() {
        return List.of(
                new Operation.GetBalance(),
                new Operation.GetInstances(),
                new Operation.GetMoment(),
                new Operation.GetOverview(),
                new Operation.GetRevision(),
                new Operation.ListBills(EnumSet.allOf(ChargeChannel.class), "", FIRST),
                new Operation.ListCards(FIRST),
                new Operation.ListFaults(),
                new Operation.ListGpus(),
                new Operation.ListInstances(),
                new Operation.ListPrivateImages(),
                new Operation.ListRecharges("", FIRST),
                new Operation.Export());
    }

    Members members(int number) {
        return members.get(number);
    }

    /** Ends a member with no word to the others. */
    void killTheFirst() {
        engine(0).getLifecycleService().terminate();
    }

    /** The first and the others give each other up. They can reach each other, so they find together again. */
    void cutOffTheFirst() {
        for (int other = 1; other < members.size(); other++) {
            giveUp(other, 0);
        }
        for (int other = 1; other < members.size(); other++) {
            giveUp(0, other);
        }
    }

    /** Each member gives up the two others. They can reach each other, so they find together again. */
    void cutOffEveryMember() {
        for (int member = 0; member < members.size(); member++) {
            for (int other = 0; other < members.size(); other++) {
                if (member != other) {
                    giveUp(member, other);
                }
            }
        }
    }

    /** One may have given the other up already, because it was given up itself. */
    private void giveUp(int member, int given) {
        String identifier = members.get(given).identifier();
        HazelcastInstanceProxy engine = (HazelcastInstanceProxy) engine(member);
        engine.getCluster().getMembers().stream()
                .filter(seen -> seen.getUuid().toString().equals(identifier))
                .forEach(seen ->
                        engine.getOriginal().node.getClusterService().suspectMember(seen, "cut off by a test", true));
    }

    private HazelcastInstance engine(int number) {
        return Hazelcast.getAllHazelcastInstances().stream()
                .filter(one -> one.getCluster()
                        .getLocalMember()
                        .getUuid()
                        .toString()
                        .equals(members.get(number).identifier()))
                .findFirst()
                .orElseThrow();
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
