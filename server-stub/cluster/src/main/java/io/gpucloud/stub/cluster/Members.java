package io.gpucloud.stub.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.UnavailableException;
import io.gpucloud.stub.clock.Scheduler;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The cluster as this member sees it. It starts when a majority is there, and leaves once others have what it kept. */
final class Members implements AutoCloseable {

    static final String OPENED = "opened";

    private static final String KEYS = "keys";
    private static final List<String> SHARED_PARTS = List.of("clocks", KEYS, "faults", OPENED);

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.cluster");
    private static final long LOOK_MILLIS = 50;

    /** Who is not confirmed anew by then waits for others that are silent. */
    private static final long CONFIRMED_MILLIS = 2_000;

    /** Who listens and has not joined for so long belongs to another cluster. */
    private static final long STRANGE_MILLIS = 20_000;

    private final HazelcastInstance hazelcast;
    private final Settings settings;
    private final Here here;
    private final Errands errands;
    private final Places places;
    private final Scheduler waits;
    private final Scheduler.Repetition pulse;
    /** Whom it saw, itself among them, before it went over to others. */
    private volatile Set<InetSocketAddress> cameWith = Set.of();

    private Members(HazelcastInstance hazelcast, Settings settings, Here here, Scheduler waits) {
        this.hazelcast = hazelcast;
        this.settings = settings;
        this.here = here;
        this.waits = waits;
        errands = new Errands(hazelcast.getExecutorService(Engine.ERRANDS), hazelcast.getCluster(), here);
        places = new Places(counters());
        here.members(identifier -> identifiers().contains(identifier));
        hazelcast.getCluster().addMembershipListener(new Changes());
        hazelcast.getLifecycleService().addLifecycleListener(event -> changed(event.getState()));
        pulse = waits.every(Pulse.EVERY_MILLIS, "cluster", new Pulse(this));
    }

    /**
     * Joins the others.
     *
     * @throws io.gpucloud.stub.UnusableSettingException if no majority is found in time, saying why
     */
    static Members join(Settings settings, String name, Here here, Scheduler waits) {
        HazelcastInstance hazelcast = HazelcastInstanceFactory.newHazelcastInstance(
                Engine.config(name, settings.address(), settings.port(), settings.members(), here),
                null,
                CautiousJoiner.context());
        Members members = new Members(hazelcast, settings, here, waits);
        try {
            if (!members.isSureWithin(Math.min(settings.joinTimeoutMillis(), STRANGE_MILLIS), waits)) {
                Absent.refuseStrangers(settings, name, members.addresses());
                if (!members.isSureWithin(settings.joinTimeoutMillis() - STRANGE_MILLIS, waits)) {
                    throw Absent.explain(settings, name, members.addresses());
                }
            }
            LOG.info("This member has joined: {} of {} are there", members.count(), settings.size());
            return members;
        } catch (RuntimeException alone) {
            members.pulse.close();
            hazelcast.getLifecycleService().terminate();
            throw alone;
        }
    }

    IMap<String, AccountCell> accounts() {
        return hazelcast.getMap(Engine.ACCOUNTS);
    }

    IMap<String, PartCell> parts() {
        return hazelcast.getMap(Engine.PARTS);
    }

    IMap<String, CounterCell> counters() {
        return hazelcast.getMap(Engine.COUNTERS);
    }

    Places places() {
        return places;
    }

    Errands errands() {
        return errands;
    }

    Scheduler waits() {
        return waits;
    }

    Here here() {
        return here;
    }

    Settings settings() {
        return settings;
    }

    String identifier() {
        return hazelcast.getCluster().getLocalMember().getUuid().toString();
    }

    List<String> identifiers() {
        return hazelcast.getCluster().getMembers().stream()
                .map(member -> member.getUuid().toString())
                .toList();
    }

    int count() {
        return hazelcast.getCluster().getMembers().size();
    }

    int majority() {
        return Engine.majority(settings.size());
    }

    /** The part of a name, as every member knows it. */
    <V> ClusterShared<V> shared(String part) {
        // Keys open all doors that need one, so they are read by members that are sure of themselves alone.
        return new ClusterShared<>(part, this, parts(), part.equals(KEYS));
    }

    /** Brings this member up to date with the others, and the others with what only this one may know. */
    void catchUp() {
        SHARED_PARTS.forEach(part -> shared(part).reload());
        bringBack();
    }

    /** Whether every account has its copy where it belongs. */
    boolean backupsAreInSync() {
        return hazelcast.getPartitionService().isClusterSafe();
    }

    private void changed(LifecycleEvent.LifecycleState state) {
        switch (state) {
            case MERGING -> {
                cameWith = addresses();
                keepAccounts();
                here.mergeBegins();
            }
            case MERGED -> {
                Set<InetSocketAddress> others = new HashSet<>(addresses());
                others.removeAll(cameWith);
                here.mergeEnds(others.size() >= majority());
            }
            case MERGE_FAILED -> here.mergeEnds(false);
            default -> here.membersChanged();
        }
    }

    /** The engine is about to forget all that this member has. */
    private void keepAccounts() {
        try {
            IMap<String, AccountCell> accounts = accounts();
            accounts.getAll(accounts.localKeySet()).values().forEach(cell -> here.keep(cell.image()));
        } catch (RuntimeException failed) {
            LOG.error("Accounts of this member are lost unless other members have them", failed);
        }
    }

    /**
     * Brings the accounts back that this member kept while it was cut off, unless they have been closed since.
     *
     * @throws RuntimeException if one of them cannot be brought back yet
     */
    private void bringBack() {
        Set<String> open = shared(OPENED).all().keySet();
        Map<AccountCell.Image, CompletionStage<Parcel>> sent = new HashMap<>();
        for (AccountCell.Image account : here.kept()) {
            if (open.contains(account.name())) {
                AccountProcess call = AccountProcess.of(new AccountCall.BringBack(account), true, here);
                sent.put(account, accounts().submitToKey(account.name(), call));
            } else {
                here.broughtBack(account);
            }
        }
        sent.forEach((account, returned) -> {
            returned.toCompletableFuture().join();
            here.broughtBack(account);
        });
    }

    /**
     * Waits until this member is sure of itself, if enough others are there to confirm it.
     *
     * @throws UnavailableException if it is not, soon
     */
    void awaitSure() {
        if (!here.isSure() && count() >= majority()) {
            isSureWithin(CONFIRMED_MILLIS, waits);
        }
        here.requireSure();
    }

    private boolean isSureWithin(long millis, Scheduler waits) {
        return waits.until(millis, LOOK_MILLIS, here::isSure, Boolean::booleanValue);
    }

    private Set<InetSocketAddress> addresses() {
        return hazelcast.getCluster().getMembers().stream()
                .map(Member::getSocketAddress)
                .collect(Collectors.toSet());
    }

    /** It hands over what it has; until then it must stay sure of itself, for it answers. */
    @Override
    public void close() {
        try {
            hazelcast.shutdown();
        } finally {
            pulse.close();
        }
    }

    private final class Changes implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            here.membersChanged();
            LOG.info("{} has come: {} of {} are there", event.getMember().getAddress(), count(), settings.size());
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            here.memberGone();
            LOG.info("{} has gone: {} of {} are there", event.getMember().getAddress(), count(), settings.size());
        }
    }
}
