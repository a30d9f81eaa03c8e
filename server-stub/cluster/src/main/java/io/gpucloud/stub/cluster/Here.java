package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.UnavailableException;
import io.gpucloud.stub.clock.StubClock;
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

/** What a member has for all that arrives from others: it is handed to whatever is read from the network. */
final class Here {

    private static final Logger LOG = LoggerFactory.getLogger("gpu-cloud-stub.cluster");
    private static final RequestJournal.Found NOTHING = new RequestJournal.Found(List.of(), 0);

    private final Residence residence;
    private final Terms terms = new Terms();
    private final Map<String, AccountCell.Image> kept = new ConcurrentHashMap<>();
    private final AtomicLong divergences = new AtomicLong();
    private final Map<String, Replica> replicas = new ConcurrentHashMap<>();
    private final Set<String> differing = ConcurrentHashMap.newKeySet();
    private final AtomicLong differences = new AtomicLong();
    private final AtomicLong changes = new AtomicLong(1);
    private final AtomicLong caughtUp = new AtomicLong();
    private final AtomicLong merges = new AtomicLong();
    private final AtomicLong sureUntil = new AtomicLong(System.nanoTime());
    private volatile boolean merging;
    private volatile Predicate<String> members = member -> false;
    private volatile @Nullable StubClock clock;
    private volatile @Nullable RequestJournal journal;

    Here(Residence residence) {
        this.residence = residence;
    }

    Residence residence() {
        return residence;
    }

    Terms terms() {
        return terms;
    }

    Replica replica(String part) {
        return replicas.computeIfAbsent(part, absent -> new Replica());
    }

    long nanoTime() {
        return System.nanoTime();
    }

    /** This member has all that it needs. */
    void ready(StubClock itsClock, RequestJournal itsJournal) {
        clock = itsClock;
        journal = itsJournal;
    }

    StubClock clock() {
        return Objects.requireNonNull(clock);
    }

    /** Whether accounts that live here can be asked. */
    boolean canAnswer() {
        return clock != null && isSure();
    }

    /**
     * Whether this member was confirmed by a majority so short a time ago that nobody can have given it up for its silence.
     * Measured on its own clock: after a pause it knows by itself that it may have been given up meanwhile. Members also give
     * each other up over broken connections, which can be sooner: so who sees somebody go has itself confirmed anew.
     */
    boolean isSure() {
        return sureUntil.get() - nanoTime() > 0;
    }

    /** A majority has confirmed this member; that does not count if it has missed something meanwhile. */
    synchronized void sureUntil(long nanoTime) {
        if (hasCaughtUp()) {
            sureUntil.set(nanoTime);
        }
    }

    /** This member may have been given up. */
    void unsure() {
        sureUntil.set(nanoTime());
    }

    void requireSure() {
        if (!isSure()) {
            throw new UnavailableException("this member is not in touch with a majority", null);
        }
    }

    /** How often this member has begun to go over to others, who know nothing of what it did before. */
    long merges() {
        return merges.get();
    }

    /** What this member has done counts only if it is sure of itself afterwards, and has not gone over to others meanwhile. */
    void requireStillSure(long mergesBefore) {
        requireSure();
        if (merges() != mergesBefore) {
            throw new UnavailableException("this member has gone over to others meanwhile", null);
        }
    }

    void members(Predicate<String> itsMembers) {
        members = itsMembers;
    }

    /**
     * Whether this member knows somebody to be one. One that may be behind confirms nobody: until it is not, nobody new takes
     * the place of one that is lost.
     */
    boolean confirms(String member) {
        return hasCaughtUp() && members.test(member);
    }

    private boolean hasCaughtUp() {
        return changes.get() == caughtUp.get();
    }

    /** Members have come or gone: what this one knows may be out of date. */
    void membersChanged() {
        changes.incrementAndGet();
    }

    /** Somebody has gone, or was given up; and those who give up a member are given up by it. */
    synchronized void memberGone() {
        membersChanged();
        terms.end();
        unsure();
    }

    /** This member goes over to others, and loses what it has kept. What it knows it must not bring back to them yet. */
    void mergeBegins() {
        merging = true;
        merges.incrementAndGet();
        memberGone();
    }

    /** It has gone over, or not. What only it may know counts no more if the others were a majority without it. */
    void mergeEnds(boolean outdated) {
        if (outdated) {
            replicas.values().forEach(Replica::outdate);
        }
        membersChanged();
        merging = false;
    }

    /** Catches up, if there is a reason to; what changes meanwhile is a reason to do so again. */
    void catchUp(Runnable catching) {
        long seen = changes.get();
        if (seen != caughtUp.get() && !merging) {
            catching.run();
            caughtUp.set(seen);
        }
    }

    /** A copy of an account was not what the account was. */
    void differs(String account) {
        differences.incrementAndGet();
        differing.add(account);
    }

    long differences() {
        return differences.get();
    }

    /** A copy that differed has not been made equal. */
    void stillDiffers(String account) {
        differing.add(account);
    }

    /** The accounts whose copies differed since it was last asked. */
    Set<String> takeDiffering() {
        Set<String> taken = new HashSet<>(differing);
        differing.removeAll(taken);
        return taken;
    }

    /** Keeps an account that this member is about to lose because it joins other members, unless a newer copy is kept already. */
    void keep(AccountCell.Image account) {
        kept.merge(account.name(), account, BinaryOperator.maxBy(AccountCell.Image.BY_AGE));
    }

    /** The accounts that this member had when it was cut off and that have not been brought back yet. */
    Collection<AccountCell.Image> kept() {
        return List.copyOf(kept.values());
    }

    /** The cluster has the account again, or it was closed meanwhile. */
    void broughtBack(AccountCell.Image account) {
        kept.remove(account.name(), account);
    }

    /** Two members have made different changes of the same account in the same term. The one that is there is kept. */
    void diverged(String account) {
        divergences.incrementAndGet();
        LOG.error(
                "Account {} diverged: two members changed it independently. One of the two histories is lost.",
                account);
    }

    long divergences() {
        return divergences.get();
    }

    RequestJournal.Found find(RequestJournal.Filter filter, int limit) {
        RequestJournal there = journal;
        return there == null ? NOTHING : there.findHere(filter, limit);
    }

    void clearJournal(RequestJournal.Filter filter) {
        RequestJournal there = journal;
        if (there != null) {
            there.clearHere(filter);
        }
    }
}
