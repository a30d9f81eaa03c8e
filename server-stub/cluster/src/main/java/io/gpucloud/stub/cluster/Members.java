package io.gpucloud.stub.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.StateUnavailableException;
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

/** The cluster as seen by this member. */
final class Members implements AutoCloseable {

    static final String OPENED = "opened";

    private static final String KEYS = "keys";
    private static final List<String> SHARED_PARTS = List.of("clocks", KEYS, "faults", OPENED);

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.cluster");
    private static final long POLL_MILLIS = 50;

    /** How long a call waits for a new confirmation by a majority. */
    private static final long QUORUM_WAIT_MILLIS = 2_000;

    /** A process that listens at the address of a member and has not joined after this time belongs to another cluster. */
    private static final long JOIN_MILLIS = 20_000;

    private final HazelcastInstance hazelcast;
    private final ClusterSettings settings;
    private final LocalMember localMember;
    private final MemberTasks tasks;
    private final ConcurrencyPermits permits;
    private final Scheduler scheduler;
    private final BackupCheck backups;
    private final Scheduler.Repetition heartbeat;
    private final Scheduler.Repetition backupChecks;
    /** The members of its cluster, including itself, before this member rejoined the others. */
    private volatile Set<InetSocketAddress> membersBeforeRejoin = Set.of();

    private Members(
            HazelcastInstance hazelcast, ClusterSettings settings, LocalMember localMember, Scheduler scheduler) {
        this.hazelcast = hazelcast;
        this.settings = settings;
        this.localMember = localMember;
        this.scheduler = scheduler;
        tasks = new MemberTasks(
                hazelcast.getExecutorService(HazelcastConfig.TASKS), hazelcast.getCluster(), localMember);
        permits = new ConcurrencyPermits(counters());
        backups = new BackupCheck(() -> hazelcast.getPartitionService().isClusterSafe(), localMember::nanoTime);
        localMember.members(identifier -> identifiers().contains(identifier));
        hazelcast.getCluster().addMembershipListener(new MembershipChanges());
        hazelcast.getLifecycleService().addLifecycleListener(event -> changed(event.getState()));
        heartbeat = scheduler.every(Heartbeat.EVERY_MILLIS, "cluster", new Heartbeat(this));
        backupChecks = scheduler.every(BackupCheck.EVERY_MILLIS, "cluster-backups", backups);
    }

    /**
     * Joins the other members.
     *
     * @throws io.gpucloud.stub.startup.UnusableSettingException if no majority joins in time
     */
    static Members join(ClusterSettings settings, String name, LocalMember localMember, Scheduler scheduler) {
        Config config =
                HazelcastConfig.config(name, settings.address(), settings.port(), settings.members(), localMember);
        return join(config, settings, localMember, scheduler);
    }

    static Members join(Config config, ClusterSettings settings, LocalMember localMember, Scheduler scheduler) {
        String name = config.getClusterName();
        HazelcastInstance hazelcast =
                HazelcastInstanceFactory.newHazelcastInstance(config, null, FullMeshJoiner.context());
        Members members = new Members(hazelcast, settings, localMember, scheduler);
        try {
            if (!members.hasQuorumWithin(Math.min(settings.joinTimeoutMillis(), JOIN_MILLIS), scheduler)) {
                JoinDiagnostics.rejectIncompatibleMembers(settings, name, members.addresses());
                if (!members.hasQuorumWithin(settings.joinTimeoutMillis() - JOIN_MILLIS, scheduler)) {
                    throw JoinDiagnostics.explain(settings, name, members.addresses());
                }
            }
            LOG.info("This member has joined: {} of {} members are connected", members.count(), settings.size());
            return members;
        } catch (RuntimeException alone) {
            members.stopRepetitions();
            hazelcast.getLifecycleService().terminate();
            throw alone;
        }
    }

    IMap<String, StoredAccount> accounts() {
        return hazelcast.getMap(HazelcastConfig.ACCOUNTS);
    }

    IMap<String, SharedStatePart> parts() {
        return hazelcast.getMap(HazelcastConfig.PARTS);
    }

    IMap<String, StoredCounter> counters() {
        return hazelcast.getMap(HazelcastConfig.COUNTERS);
    }

    ConcurrencyPermits permits() {
        return permits;
    }

    MemberTasks tasks() {
        return tasks;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    LocalMember localMember() {
        return localMember;
    }

    ClusterSettings settings() {
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
        return HazelcastConfig.majority(settings.size());
    }

    /** A part of the shared state of the stub. */
    <V> ClusterSharedStore<V> shared(String part) {
        // Keys protect all calls, so only a member with a quorum reads them.
        return new ClusterSharedStore<>(part, this, parts(), part.equals(KEYS));
    }

    /** Updates the shared values of this member, and restores accounts that only this member may have. */
    void catchUp() {
        SHARED_PARTS.forEach(part -> shared(part).reload());
        restoreKeptAccounts();
    }

    /** Whether every account has its backup, as seen by the last check. Does not wait for members that do not respond. */
    boolean backupsAreInSync() {
        return backups.inSync();
    }

    private void changed(LifecycleEvent.LifecycleState state) {
        switch (state) {
            case MERGING -> {
                membersBeforeRejoin = addresses();
                keepAccounts();
                localMember.rejoinBegins();
            }
            case MERGED -> {
                Set<InetSocketAddress> others = new HashSet<>(addresses());
                others.removeAll(membersBeforeRejoin);
                localMember.rejoinEnds(others.size() >= majority());
            }
            case MERGE_FAILED -> localMember.rejoinEnds(false);
            default -> localMember.membersChanged();
        }
    }

    /** Keeps the accounts of this member, because Hazelcast deletes them before it rejoins. */
    private void keepAccounts() {
        try {
            IMap<String, StoredAccount> accounts = accounts();
            accounts.getAll(accounts.localKeySet()).values().forEach(stored -> localMember.keep(stored.image()));
        } catch (RuntimeException failed) {
            LOG.error(
                    "The accounts of this member could not be kept while it rejoins; those that no other member has"
                            + " are lost",
                    failed);
        }
    }

    /**
     * Restores the accounts that this member had while it was cut off, unless they have been closed since.
     *
     * @throws RuntimeException if one of them cannot be restored yet
     */
    private void restoreKeptAccounts() {
        Set<String> open = shared(OPENED).all().keySet();
        Map<StoredAccount.Image, CompletionStage<ResultEnvelope>> sent = new HashMap<>();
        for (StoredAccount.Image account : localMember.kept()) {
            if (open.contains(account.name())) {
                AccountProcessor call = AccountProcessor.of(new AccountCommand.Restore(account), true, localMember);
                sent.put(account, accounts().submitToKey(account.name(), call));
            } else {
                localMember.restored(account);
            }
        }
        sent.forEach((account, returned) -> {
            returned.toCompletableFuture().join();
            localMember.restored(account);
        });
    }

    /**
     * Waits until this member has a quorum, if enough members are connected to confirm it.
     *
     * @throws StateUnavailableException if it has none after two seconds
     */
    void awaitQuorum() {
        if (!localMember.hasQuorum() && count() >= majority()) {
            hasQuorumWithin(QUORUM_WAIT_MILLIS, scheduler);
        }
        localMember.requireQuorum();
    }

    private boolean hasQuorumWithin(long millis, Scheduler scheduler) {
        return scheduler.until(millis, POLL_MILLIS, localMember::hasQuorum, Boolean::booleanValue);
    }

    private Set<InetSocketAddress> addresses() {
        return hazelcast.getCluster().getMembers().stream()
                .map(Member::getSocketAddress)
                .collect(Collectors.toSet());
    }

    /** Hands all data over to other members. Heartbeats go on until then, because this member still serves calls. */
    @Override
    public void close() {
        try {
            hazelcast.shutdown();
        } finally {
            stopRepetitions();
        }
    }

    private void stopRepetitions() {
        heartbeat.close();
        backupChecks.close();
    }

    private final class MembershipChanges implements MembershipListener {
        @Override
        public void memberAdded(MembershipEvent event) {
            backups.membersChanged();
            localMember.membersChanged();
            LOG.info(
                    "{} has joined: {} of {} members are connected",
                    event.getMember().getAddress(),
                    count(),
                    settings.size());
        }

        @Override
        public void memberRemoved(MembershipEvent event) {
            backups.membersChanged();
            localMember.memberGone();
            LOG.info(
                    "{} has left: {} of {} members are connected",
                    event.getMember().getAddress(),
                    count(),
                    settings.size());
        }
    }
}
