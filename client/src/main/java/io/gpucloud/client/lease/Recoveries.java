package io.gpucloud.client.lease;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recoveries of one {@link Leases}: those that the caller makes, and those in the background. The latter go on
 * until nothing is left that they can recover, and with {@link LeaseOptions#takeOver()} they look for what sibling
 * processes have left.
 */
final class Recoveries {

    private static final Logger LOG = LoggerFactory.getLogger(Recoveries.class);

    /** A lease that a sibling leaves is taken over within a minute, also if the first attempt fails. */
    private static final Duration TAKE_OVER_INTERVAL = Duration.ofSeconds(20);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final Upkeep.Task background;
    private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();

    /** A recovery of the caller waits for those in the background, which do not wait for each other. */
    private final ReadWriteLock recovering = new ReentrantReadWriteLock();

    /** The entries of each file of an ended process that no lease holds. */
    private final Map<Path, List<PendingLease>> waiting = new ConcurrentHashMap<>();

    /** The files that a recovery in the background has read to the end. Only a person can settle what is left. */
    private final Set<Path> settled = ConcurrentHashMap.newKeySet();

    /** The files that a recovery in the background has read, and that still wait for late instances. */
    private final Set<Path> awaited = ConcurrentHashMap.newKeySet();

    private volatile Duration pause = FIRST_PAUSE;
    private volatile @Nullable RuntimeException failure;

    Recoveries(LeaseContext context) {
        this.context = context;
        options = context.options();
        background = context.upkeep().task(this::recoverInBackground);
    }

    /** Recovers as {@link Leases#recover} says. */
    RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions) {
        context.requireOpen();
        if (options.journal() == null) {
            throw new IllegalStateException("these leases have no journal; set one with LeaseOptions.Builder.journal");
        }
        recovering.writeLock().lock();
        try {
            return run(begin(decisions, Set.of(), LeaseEvent.Type.RECOVERED), false, () -> {});
        } finally {
            recovering.writeLock().unlock();
        }
    }

    /**
     * Recovers on the executor. After a hand-over, the program starts with its leases. It does not wait for boots and
     * destructions.
     */
    void start() {
        if (options.journal() == null || !options.recoverOnStart()) {
            return;
        }
        CompletableFuture<@Nullable Void> resumed = new CompletableFuture<>();
        JournalRecovery first = begin(options.recovery(), Set.of(), LeaseEvent.Type.RECOVERED);
        try {
            context.executor().executor().execute(() -> runInBackground(first, () -> resumed.complete(null)));
        } catch (RuntimeException | Error rejected) {
            first.close();
            throw rejected;
        }
        if (options.onClose() == OnClose.HAND_OVER) {
            resumed.join();
        }
        planTakeOver();
    }

    private void planTakeOver() {
        if (options.takeOver() && options.onClose() == OnClose.HAND_OVER) {
            background.in(TAKE_OVER_INTERVAL);
        }
    }

    private void recoverInBackground() {
        planTakeOver();
        JournalRecovery next;
        try {
            next = begin(options.recovery(), settled, LeaseEvent.Type.TAKEN_OVER);
        } catch (LeaseJournalException unreadable) {
            failure = unreadable;
            planNext();
            return;
        }
        runInBackground(next, () -> {});
    }

    private void runInBackground(JournalRecovery recovery, Runnable resumed) {
        recovering.readLock().lock();
        try {
            boolean again = awaited.containsAll(recovery.files());
            RecoveryReport report = run(recovery, again, resumed);
            LOG.debug("recovered: {}", report);
            failure = report.left().stream()
                    .findFirst()
                    .or(() -> recovery.isConclusive()
                            ? Optional.empty()
                            : Optional.of(new IllegalStateException("the instance list may hide instances")))
                    .orElse(null);
            awaited.addAll(recovery.filesOfLateInstances());
            recovery.files().stream().filter(file -> !awaited.contains(file)).forEach(settled::add);
        } catch (RuntimeException failed) {
            failure = failed;
        } finally {
            recovering.readLock().unlock();
            planNext();
            resumed.run();
        }
    }

    private void planNext() {
        RuntimeException failed = failure;
        if (failed != null && !context.isClosed()) {
            LOG.warn(
                    "not recovered yet, trying again in {} s: {}: {}",
                    pause.toSeconds(),
                    waiting(),
                    failed.getMessage());
            settled.clear();
            background.in(pause);
            Duration next = pause.multipliedBy(2);
            pause = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
        } else {
            pause = FIRST_PAUSE;
            if (!awaited.isEmpty()) {
                background.in(LONGEST_PAUSE);
            }
        }
    }

    /** Locks the files of ended processes. Their entries are pending from now on. */
    private JournalRecovery begin(
            Function<RecoverableInstance, RecoveryDecision> decisions, Set<Path> except, LeaseEvent.Type resumed) {
        RecoveredInstances recovered = new RecoveredInstances(context, once(decisions), resumed);
        JournalRecovery recovery = new JournalRecovery(context, recovered, except);
        // The pending records of files that were read before are known.
        recovery.files().stream()
                .filter(file -> !awaited.contains(file))
                .forEach(file -> waiting.put(file, recovery.pending(file)));
        return recovery;
    }

    private RecoveryReport run(JournalRecovery recovery, boolean again, Runnable resumed) {
        Cancellation cancellation = new Cancellation();
        running.add(cancellation);
        try {
            context.requireOpen();
            cancellation.begin();
            RecoveryReport report = recovery.run(again, resumed);
            context.state().addCandidates(report.candidates());
            context.state()
                    .recovered
                    .addAndGet(report.destroyed().size()
                            + report.adopted().size()
                            + report.kept().size());
            return report;
        } finally {
            recovery.close();
            recovery.files().forEach(file -> waiting.put(file, recovery.pending(file)));
            awaited.removeAll(recovery.files());
            waiting.values().removeIf(List::isEmpty);
            cancellation.end();
            running.remove(cancellation);
        }
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

    /** The entries of the journal that no lease holds. A file that is gone was recovered by a sibling. */
    List<PendingLease> waiting() {
        waiting.keySet().removeIf(Files::notExists);
        return waiting.values().stream()
                .flatMap(Collection::stream)
                .filter(pending ->
                        pending.instanceUuid() == null || !context.state().isLeased(pending.instanceUuid()))
                .toList();
    }

    /** Why the latest recovery in the background has to be tried again; null if it succeeded. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    void cancel() {
        running.forEach(Cancellation::cancel);
    }
}
