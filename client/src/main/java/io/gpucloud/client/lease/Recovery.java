package io.gpucloud.client.lease;

import io.gpucloud.client.Listing;
import io.gpucloud.client.lease.RecoveryReport.DamagedLine;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over what ended processes have left in the journal, as soon as a list shows that it is about this account, and
 * destroys, resumes or keeps it. Records without a decision when the leases are closed are given back.
 */
final class Recovery {

    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final SharedLedger ledger;
    private final LeaseExecutor threads = LeaseExecutor.onThreads(LeaseExecutor::startThread);

    /** The records that were taken over and have no decision. */
    private final Map<String, Left> left = new ConcurrentHashMap<>();

    /** The records whose instance a thread is destroying or booting. */
    private final Map<String, CompletableFuture<@Nullable Void>> working = new ConcurrentHashMap<>();

    private final Set<Thread> workers = ConcurrentHashMap.newKeySet();

    /** {@code before}: the holder that has ended; null if that has handed the record over. */
    private record Left(@Nullable String before) {}

    Recovery(LeaseContext context) {
        this.context = context;
        options = context.options();
        ledger = context.ledger();
    }

    private Journal journal() {
        return Objects.requireNonNull(ledger.journal());
    }

    /** Whether something that was taken over is not decided. */
    boolean isUnsettled() {
        return !left.isEmpty();
    }

    /** The records of ended processes that no process has taken over. */
    private List<LeaseRecord> waiting(Ledger known) {
        return known.left(ledger::isAlive).stream()
                .filter(record -> journal().isOfThisOwner(record))
                .toList();
    }

    /** A caller can adopt an instance that was given or reported to it at any time, so no recovery decides about it. */
    private static boolean needsDecision(LeaseRecord taken) {
        return !taken.state().isOver() && taken.state() != LeaseState.KEPT && taken.state() != LeaseState.UNKNOWN;
    }

    /** The records that no lease holds yet. */
    List<PendingLease> pending() {
        if (ledger.journal() == null) {
            return List.of();
        }
        return ledger.current(known -> {
            List<LeaseRecord> all = new ArrayList<>(waiting(known));
            left.keySet().forEach(nonce -> known.find(nonce).ifPresent(all::add));
            return all.stream()
                    .filter(record -> context.shared().rental(record).isEmpty())
                    .filter(record -> !known.isGone(record, ledger.moment()))
                    .filter(Recovery::isPending)
                    .map(record -> new PendingLease(record.state(), true, record.tag(), record.instanceUuid()))
                    .toList();
        });
    }

    private static boolean isPending(LeaseRecord record) {
        LeaseState state = record.state();
        return state.mayCost() && state != LeaseState.KEPT && (state.hasInstance() || !record.isAbandoned());
    }

    /**
     * Recovers once, or until everything is settled or lists must have shown it.
     *
     * @param resumed called, perhaps several times, after the instances with a timer are leased again
     */
    RecoveryReport run(
            Function<RecoverableInstance, RecoveryDecision> decisions,
            LeaseEvent.Type event,
            boolean untilSettled,
            Runnable resumed) {
        Run run = new Run(once(decisions), event);
        List<DamagedLine> damaged = journal().damagedLines();
        journal().nameOtherOwners();
        if (!damaged.isEmpty()) {
            LOG.error("lines of the lease journal are damaged: {}", damaged);
        }
        if (!left.isEmpty()
                || !damaged.isEmpty()
                || !ledger.current(this::waiting).isEmpty()) {
            run.settle(untilSettled, resumed);
            context.watch();
        }
        return run.report(damaged);
    }

    /** A function that asks for the decision about each instance once, also if that fails. */
    private static Function<RecoverableInstance, RecoveryDecision> once(
            Function<RecoverableInstance, RecoveryDecision> decisions) {
        Map<String, Supplier<RecoveryDecision>> decided = new HashMap<>();
        return found -> {
            synchronized (decided) {
                return decided.computeIfAbsent(found.instance().instanceUuid(), first -> decide(decisions, found))
                        .get();
            }
        };
    }

    private static Supplier<RecoveryDecision> decide(
            Function<RecoverableInstance, RecoveryDecision> decisions, RecoverableInstance found) {
        try {
            RecoveryDecision decision = Objects.requireNonNull(decisions.apply(found), "decision");
            return () -> decision;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    /** One recovery, and its results. */
    private final class Run {

        private final Function<RecoverableInstance, RecoveryDecision> decisions;
        private final LeaseEvent.Type resumed;
        private final List<String> destroyed = new ArrayList<>();
        private final List<String> kept = new ArrayList<>();
        private final List<InstanceLease> adopted = new ArrayList<>();
        private final Map<String, Instance> candidates = new LinkedHashMap<>();
        private final Set<String> absent = new LinkedHashSet<>();
        private final Map<String, RuntimeException> failures = new LinkedHashMap<>();

        /** Whether nothing shows that something of an ended process is about this account. */
        private boolean isOthersWaiting;

        private Run(Function<RecoverableInstance, RecoveryDecision> decisions, LeaseEvent.Type resumed) {
            this.decisions = decisions;
            this.resumed = resumed;
        }

        void settle(boolean untilSettled, Runnable afterResumed) {
            Stopwatch stopwatch = context.stopwatch();
            Duration longest = options.window()
                    .multipliedBy(2)
                    .plus(options.clockTolerance())
                    .plus(options.interval());
            try {
                while (true) {
                    boolean last = !untilSettled || stopwatch.hasReached(longest);
                    look();
                    settleLeft(false);
                    afterResumed.run();
                    settleLeft(true);
                    boolean settled = !isOthersWaiting && working.keySet().containsAll(left.keySet());
                    if (last || context.isClosed() || settled) {
                        break;
                    }
                    stopwatch.sleep(options.interval());
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            awaitEnds();
        }

        private void look() {
            Listing<Instance> listed = context.client().instances().list();
            List<Decision> decided = ledger.reserve(known -> {
                Moment moment = ledger.moment();
                known.see(listed, moment);
                isOthersWaiting = false;
                Set<String> taken = new HashSet<>();
                for (LeaseRecord record : waiting(known)) {
                    if (known.concerns(record, moment)) {
                        taken.add(record.nonce());
                        if (needsDecision(known.takeOver(record.nonce(), moment))) {
                            left.put(record.nonce(), new Left(record.holder()));
                        }
                    } else {
                        absent.add(Objects.requireNonNull(record.instanceUuid()));
                        isOthersWaiting = true;
                    }
                }
                journal()
                        .deleteTakenOver(record -> known.find(record.nonce())
                                .filter(latest -> latest.change() <= record.change())
                                .isPresent());
                List<Decision> follows = known.decide(moment);
                findCandidates(known, taken, moment);
                return follows;
            });
            context.carryOut(listed, decided);
            for (LeaseRecord ended : ledger.with(Ledger::mine)) {
                boolean ofLeft = left.keySet().stream()
                        .anyMatch(nonce -> ledger.get(nonce)
                                .id()
                                .rental()
                                .equals(ended.id().rental()));
                if (ended.state() == LeaseState.ENDING && ofLeft && !left.containsKey(ended.nonce())) {
                    left.put(ended.nonce(), new Left(null));
                }
            }
        }

        private void findCandidates(Ledger known, Set<String> taken, Moment moment) {
            for (LeaseRecord record : known.all()) {
                boolean ofOthers =
                        taken.contains(record.nonce()) || left.containsKey(record.nonce()) || !known.isMine(record);
                if (record.state().isDoubtful() && ofOthers) {
                    known.candidates(record, moment).stream()
                            .filter(found -> known.mayBeOurs(record, found, moment))
                            .forEach(found -> candidates.put(found.instanceUuid(), found));
                }
            }
            for (LeaseRecord record : journal().damaged()) {
                Optional.ofNullable(record.instanceUuid())
                        .map(known::listed)
                        .ifPresent(found -> candidates.put(found.instanceUuid(), found));
            }
        }

        /** First the instances that have a timer. Leaves what takes long if not {@code mayWait}. */
        private void settleLeft(boolean mayWait) {
            List<LeaseRecord> mine = ledger.with(Ledger::mine);
            left.keySet()
                    .removeIf(nonce ->
                            mine.stream().noneMatch(record -> record.nonce().equals(nonce)));
            mine.stream()
                    .filter(record -> left.containsKey(record.nonce()))
                    .sorted(Comparator.comparing(record -> record.timer().end() == null))
                    .forEach(record -> settle(record, mayWait));
        }

        private void settle(LeaseRecord record, boolean mayWait) {
            String nonce = record.nonce();
            String instanceUuid = record.instanceUuid();
            // The work on it may have ended since the records were read.
            if (context.isClosed() || working.containsKey(nonce) || !left.containsKey(nonce)) {
                return;
            }
            if (instanceUuid == null || record.state().isOver()) {
                if (record.state() != LeaseState.IN_DOUBT || isAbandoned(record)) {
                    left.remove(nonce);
                }
                return;
            }
            Instance instance = ledger.with(known -> known.listed(instanceUuid));
            if (record.state() == LeaseState.ENDING) {
                if (mayWait) {
                    work(nonce, instanceUuid, () -> destroy(record));
                }
            } else if (instance == null) {
                absent.add(instanceUuid);
                if (record.state() == LeaseState.LOST && ledger.with(known -> known.endLost(nonce, ledger.moment()))) {
                    left.remove(nonce);
                }
            } else if (record.request() != null && InstanceTitle.isOfAnother(instance, nonce)) {
                LOG.warn(
                        "instance {} is not the one of the journal, and is left: its title is '{}'",
                        instanceUuid,
                        instance.title());
                ledger.with(known -> known.notOurs(nonce, ledger.moment()));
                left.remove(nonce);
            } else {
                absent.remove(instanceUuid);
                attempt(instanceUuid, () -> act(record, instance, mayWait));
            }
        }

        /** As a rental of a running process goes on if no list shows an instance for the window. */
        private boolean isAbandoned(LeaseRecord record) {
            boolean mayGoOn = options.soleUser() || options.ownerTitles() || record.isAbandoned();
            return mayGoOn
                    && ledger.with(known -> {
                        // The background may have read a list since.
                        LeaseRecord latest = known.get(record.nonce());
                        return latest.state() == LeaseState.IN_DOUBT
                                && known.isGone(latest, ledger.moment())
                                && known.abandon(latest.nonce()).isAbandoned();
                    });
        }

        private void act(LeaseRecord record, Instance instance, boolean mayWait) {
            RecoveryDecision decision = decide(record, instance);
            boolean takesLong = decision == RecoveryDecision.DESTROY
                    || (decision == RecoveryDecision.RESUME && record.state() == LeaseState.BOOTING);
            if (takesLong && !mayWait) {
                return;
            }
            LOG.info("instance {} was left by a process that ended: {}", record.instanceUuid(), decision);
            switch (decision) {
                case DESTROY ->
                    work(
                            record.nonce(),
                            instance.instanceUuid(),
                            () -> destroy(ledger.with(known -> known.ending(record.nonce()))));
                case KEEP -> keep(record, instance);
                case RESUME -> {
                    if (takesLong) {
                        work(record.nonce(), instance.instanceUuid(), () -> resume(record, instance));
                    } else {
                        resume(record, instance);
                    }
                }
            }
        }

        private void work(String nonce, String instanceUuid, Runnable task) {
            CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
            working.put(nonce, over);
            var unused = threads.run(() -> {
                workers.add(Thread.currentThread());
                try {
                    attempt(instanceUuid, task);
                } finally {
                    workers.remove(Thread.currentThread());
                    working.remove(nonce);
                    over.complete(null);
                }
            });
        }

        /** If the work fails, the instance is left. */
        private void attempt(String instanceUuid, Runnable work) {
            try {
                work.run();
                synchronized (this) {
                    failures.remove(instanceUuid);
                }
            } catch (RuntimeException failure) {
                boolean first;
                synchronized (this) {
                    first = failures.put(instanceUuid, failure) == null;
                }
                // The next look fails in the same way.
                if (first) {
                    LOG.warn("instance {} is left for the next recovery: {}", instanceUuid, failure.getMessage());
                }
            }
        }

        private RecoveryDecision decide(LeaseRecord record, Instance instance) {
            boolean over = Ledger.isOver(record, ledger.moment());
            if (over || record.state() == LeaseState.LOST || instance.status().isStopped()) {
                return RecoveryDecision.DESTROY;
            }
            return decisions.apply(new RecoverableInstance(
                    instance, record.tag(), record.timer().end(), record.plan().data(), isHandedOver(record)));
        }

        private boolean isHandedOver(LeaseRecord record) {
            Left taken = left.get(record.nonce());
            return taken != null && taken.before() == null;
        }

        private void destroy(LeaseRecord ending) {
            context.destroy(ending, context::isClosed);
            left.remove(ending.nonce());
            context.shared().recovered.incrementAndGet();
            synchronized (this) {
                destroyed.add(Objects.requireNonNull(ending.instanceUuid()));
            }
        }

        private void resume(LeaseRecord record, Instance instance) {
            InstanceLease lease = new Rental(context, record.plan(), new Cancellation())
                    .resume(record, instance, isHandedOver(record), resumed);
            left.remove(record.nonce());
            String tag = lease.tag();
            if (tag != null && context.shared().leases().anyMatch(other -> other != lease && tag.equals(other.tag()))) {
                LOG.warn("instance {} and another leased instance have the tag {}", lease.instanceUuid(), tag);
            }
            context.shared().recovered.incrementAndGet();
            synchronized (this) {
                adopted.add(lease);
            }
        }

        private void keep(LeaseRecord record, Instance instance) {
            // Otherwise others would destroy it.
            if (options.ownerTitles() && !InstanceTitle.isGiven(instance)) {
                context.client()
                        .instances()
                        .updateTitle(instance.instanceUuid(), InstanceTitle.of(context.owner(), record.nonce(), null));
            }
            ledger.with(known -> known.keep(record.nonce()));
            left.remove(record.nonce());
            context.shared().recovered.incrementAndGet();
            synchronized (this) {
                kept.add(instance.instanceUuid());
            }
        }

        synchronized RecoveryReport report(List<DamagedLine> damaged) {
            destroyed.forEach(candidates::remove);
            candidates.keySet().forEach(candidate -> {
                if (ledger.with(known -> known.name(candidate))) {
                    LOG.warn("instance {} may have been left by a process that ended", candidate);
                }
            });
            context.shared().candidates.addAll(candidates.keySet());
            return new RecoveryReport(
                    List.copyOf(destroyed),
                    List.copyOf(adopted),
                    List.copyOf(kept),
                    List.copyOf(candidates.values()),
                    List.copyOf(absent),
                    List.copyOf(failures.values()),
                    damaged);
        }
    }

    /** Ends the pauses between attempts to destroy, which then end if the leases are closed. */
    void cancel() {
        workers.forEach(Thread::interrupt);
    }

    /** Waits until what it has begun to destroy or to boot is settled. */
    void awaitEnds() {
        working.values().forEach(CompletableFuture::join);
    }

    /** Gives back the records without a decision, as if they had not been taken over. */
    void giveBack() {
        left.forEach((nonce, taken) -> ledger.with(known -> {
            LeaseRecord record = known.get(nonce);
            return record.state().isOwned()
                            && known.isMine(record)
                            && context.shared().rental(record).isEmpty()
                    ? known.giveBack(nonce, taken.before())
                    : record;
        }));
        left.clear();
    }
}
