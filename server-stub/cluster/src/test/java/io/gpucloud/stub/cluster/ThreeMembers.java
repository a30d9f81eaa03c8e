package io.gpucloud.stub.cluster;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.InitialTitle;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.account.StartMode;
import io.gpucloud.stub.account.TimerUnit;
import io.gpucloud.stub.billing.ChargeChannel;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.OtherJournals;
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
import java.util.function.BiConsumer;

/** Three members without HTTP, and accounts in memory to compare with. All use one clock, which a test advances. */
final class ThreeMembers implements AutoCloseable {

    private static final Page.Request FIRST = new Page.Request(1, 20);
    private static final Scheduler WAITS = new Scheduler();
    private static final Seeds SEEDS = seeds();
    private static final Rules RULES = new Rules(
            SEEDS.catalog(),
            new Rules.Durations(20, 10, 30),
            new Rules.Metering(true, true),
            10_000,
            30,
            TimerUnit.EITHER,
            StartMode.AUTOMATIC,
            InitialTitle.IMAGE_NAME);

    private final AtomicLong millis = new AtomicLong(1_700_000_000_000L);
    private final InstantSource time = () -> Instant.ofEpochMilli(millis.get());
    private final Accounts inMemory =
            new InMemoryAccounts(SEEDS, RULES, new StubClock(time, null, false, new LocalSharedStore<>()));
    private final List<String> named;
    private final List<Members> members;
    private final List<Accounts> accounts;

    ThreeMembers() {
        this(LocalCluster.freeAddresses(3), (self, config) -> {});
    }

    /** Members that know each other by addresses, each with changes of its configuration. */
    ThreeMembers(List<String> addresses, BiConsumer<String, Config> changes) {
        named = addresses;
        ExecutorService starters = Executors.newFixedThreadPool(named.size());
        try {
            members = named.stream()
                    .map(self -> CompletableFuture.supplyAsync(() -> join(self, named, changes), starters))
                    .toList()
                    .stream()
                    .map(CompletableFuture::join)
                    .toList();
        } finally {
            starters.shutdown();
        }
        accounts = members.stream().map(member -> accounts(member, time)).toList();
    }

    /** Starts one member in this process. */
    static Members join(String self, List<String> named) {
        return join(self, named, (member, config) -> {});
    }

    private static Members join(String self, List<String> named, BiConsumer<String, Config> changes) {
        LocalMember localMember = new LocalMember(new AccountExecutor(SEEDS, RULES));
        ClusterSettings settings =
                new ClusterSettings(named, InetAddress.getLoopbackAddress(), ClusterSettings.port(self), 120_000);
        Config config = HazelcastConfig.config(
                "three members " + named, settings.address(), settings.port(), named, localMember);
        changes.accept(self, config);
        return Members.join(config, settings, localMember, WAITS);
    }

    /** The accounts of a member in this process. */
    static Accounts accounts(Members member, InstantSource time) {
        StubClock clock = new StubClock(time, null, false, member.shared("clocks"));
        member.localMember().ready(clock, new RequestJournal(1, WAITS, time::millis, OtherJournals.NONE));
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

    /** One operation of each type that only reads. */
    static List<Operation<?>> readings() {
        return List.of(
                new Operation.GetBalance(),
                new Operation.GetImages(),
                new Operation.GetInstances(),
                new Operation.GetMoment(),
                new Operation.GetOverview(),
                new Operation.GetRevision(),
                new Operation.GetSpending(3_600, 24),
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

    /** Terminates the first member without notice to the others. */
    void killFirst() {
        engine(0).getLifecycleService().terminate();
    }

    /** Lets the first member and the others remove each other. The network works, so they join again. */
    void cutOffFirst() {
        for (int other = 1; other < members.size(); other++) {
            remove(other, 0);
        }
        for (int other = 1; other < members.size(); other++) {
            remove(0, other);
        }
    }

    /** Lets each member remove the two others. The network works, so they join again. */
    void cutOffEveryMember() {
        for (int member = 0; member < members.size(); member++) {
            for (int other = 0; other < members.size(); other++) {
                if (member != other) {
                    remove(member, other);
                }
            }
        }
    }

    /** Does nothing if the member has already removed the other one, because it was removed itself. */
    private void remove(int member, int removed) {
        String identifier = members.get(removed).identifier();
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

    /** Number of accounts that two members changed independently. */
    long divergences() {
        return members.stream()
                .mapToLong(member -> member.localMember().divergences())
                .sum();
    }

    /** Number of backups that differed from their account. */
    long differences() {
        return members.stream()
                .mapToLong(member -> member.localMember().differences())
                .sum();
    }

    @Override
    public void close() {
        members.forEach(Members::close);
    }
}
