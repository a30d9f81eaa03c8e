package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.auth.KeyForm;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.journal.FoundEntries;
import io.gpucloud.stub.journal.JournalFilter;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of this member that messages from other members use: whether it has a quorum, its copies of shared values, its journal. */
final class LocalMember {

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.cluster");
    private static final FoundEntries NOTHING = new FoundEntries(List.of(), 0);

    private final AccountExecutor executor;
    private final TermTracker terms = new TermTracker();
    private final Map<String, StoredAccount.Image> kept = new ConcurrentHashMap<>();
    private final AtomicLong divergences = new AtomicLong();
    private final Map<String, SharedStateReplica> replicas = new ConcurrentHashMap<>();
    private final Set<String> accountsToRepair = ConcurrentHashMap.newKeySet();
    private final AtomicLong differences = new AtomicLong();
    private final AtomicLong changes = new AtomicLong(1);
    private final AtomicLong caughtUp = new AtomicLong();
    private final AtomicLong rejoins = new AtomicLong();
    private final AtomicLong quorumUntil = new AtomicLong(System.nanoTime());
    private volatile boolean rejoining;
    private volatile Predicate<String> members = member -> false;
    private volatile @Nullable StubClock clock;
    private volatile @Nullable RequestJournal journal;

    LocalMember(AccountExecutor executor) {
        this.executor = executor;
    }

    AccountExecutor executor() {
        return executor;
    }

    TermTracker terms() {
        return terms;
    }

    SharedStateReplica replica(String part) {
        return replicas.computeIfAbsent(part, absent -> new SharedStateReplica());
    }

    long nanoTime() {
        return System.nanoTime();
    }

    /** Completes the start: from now on accounts on this member can be called. */
    void ready(StubClock itsClock, RequestJournal itsJournal) {
        clock = itsClock;
        journal = itsJournal;
    }

    StubClock clock() {
        return Objects.requireNonNull(clock);
    }

    /** Whether accounts on this member can be called. */
    boolean canServe() {
        return clock != null && hasQuorum();
    }

    /**
     * Whether a majority has confirmed this member so recently that no other member can have removed it for its silence. Uses the clock of
     * this member: after a long pause of its process it finds out by itself that it may have been removed. Members also remove each other
     * when connections break, which can be sooner. So a member that sees another one leave needs a new confirmation.
     */
    boolean hasQuorum() {
        return quorumUntil.get() - nanoTime() > 0;
    }

    /** Extends the quorum after a majority has confirmed this member, unless members have joined or left in the meantime. */
    synchronized void quorumUntil(long nanoTime) {
        if (hasCaughtUp()) {
            quorumUntil.set(nanoTime);
        }
    }

    /** Ends the quorum: the others may have removed this member. */
    void loseQuorum() {
        quorumUntil.set(nanoTime());
    }

    void requireQuorum() {
        if (!hasQuorum()) {
            throw new StateUnavailableException("this member is not connected to a majority of the members", null);
        }
    }

    /** Number of times that this member has begun to rejoin other members, which do not know its earlier changes. */
    long rejoins() {
        return rejoins.get();
    }

    /** Requires that this member still has a quorum and has not rejoined since. Only then what it did in the meantime is valid. */
    void requireUninterruptedQuorum(long rejoinsBefore) {
        requireQuorum();
        if (rejoins() != rejoinsBefore) {
            throw new StateUnavailableException("this member has rejoined the cluster during the call", null);
        }
    }

    void members(Predicate<String> itsMembers) {
        members = itsMembers;
    }

    /**
     * Whether this member confirms that another one belongs to the cluster. A member whose shared values may be out of date confirms none.
     */
    boolean confirms(String member) {
        return hasCaughtUp() && members.test(member);
    }

    private boolean hasCaughtUp() {
        return changes.get() == caughtUp.get();
    }

    /** Members have joined or left: the shared values of this member may be out of date. */
    void membersChanged() {
        changes.incrementAndGet();
    }

    /** A member has left or was removed. It may have removed this member as well. */
    synchronized void memberGone() {
        membersChanged();
        terms.end();
        loseQuorum();
    }

    /** This member starts to rejoin other members and loses its data. It must not write its shared values to them yet. */
    void rejoinBegins() {
        rejoining = true;
        rejoins.incrementAndGet();
        memberGone();
    }

    /**
     * This member has rejoined, or failed to.
     *
     * @param outdated whether the others were a majority without it, so that their shared values are newer
     */
    void rejoinEnds(boolean outdated) {
        if (outdated) {
            replicas.values().forEach(SharedStateReplica::markOutdated);
        }
        membersChanged();
        rejoining = false;
    }

    /** Updates the shared values if members have joined or left since the last update. */
    void catchUp(Runnable catching) {
        long seen = changes.get();
        if (seen != caughtUp.get() && !rejoining) {
            catching.run();
            caughtUp.set(seen);
        }
    }

    /** Records that the backup of an account differed from the account. */
    void differs(String account) {
        differences.incrementAndGet();
        accountsToRepair.add(account);
    }

    long differences() {
        return differences.get();
    }

    /** Records that a backup could not be repaired yet. */
    void repairAgain(String account) {
        accountsToRepair.add(account);
    }

    /** Returns the accounts whose backups have to be repaired, and forgets them. */
    Set<String> takeAccountsToRepair() {
        Set<String> taken = new HashSet<>(accountsToRepair);
        accountsToRepair.removeAll(taken);
        return taken;
    }

    /** Keeps an account that this member is about to lose because it joins other members, unless a newer copy is kept already. */
    void keep(StoredAccount.Image account) {
        kept.merge(account.name(), account, BinaryOperator.maxBy(StoredAccount.Image.BY_AGE));
    }

    /** The accounts that this member had when it was cut off and that have not been brought back yet. */
    Collection<StoredAccount.Image> kept() {
        return List.copyOf(kept.values());
    }

    /** Called when the cluster has the account again, or the account was closed. */
    void restored(StoredAccount.Image account) {
        kept.remove(account.name(), account);
    }

    /** Reports that two members changed an account independently. The copy that the cluster already has is kept. */
    void diverged(String account) {
        divergences.incrementAndGet();
        LOG.error(
                "Account {} diverged: two members changed it independently. One of the two histories is lost.",
                KeyForm.mask(account));
    }

    long divergences() {
        return divergences.get();
    }

    FoundEntries find(JournalFilter filter, int limit) {
        RequestJournal there = journal;
        return there == null ? NOTHING : there.findHere(filter, limit);
    }

    void clearJournal(JournalFilter filter) {
        RequestJournal there = journal;
        if (there != null) {
            there.clearHere(filter);
        }
    }
}
