package io.gpucloud.client.lease;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background work of one {@link Leases}: it lists the instances of leases and of create requests without an
 * outcome, and takes over what ended processes have left.
 */
final class Keeper {

    private static final Logger LOG = LoggerFactory.getLogger(Keeper.class);

    /** A lease that a sibling leaves is taken over within a minute, also if the first attempt fails. */
    private static final Duration TAKE_OVER_INTERVAL = Duration.ofSeconds(20);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final Recovery recovery;
    private final Lock running;
    private final Upkeep.Task recovering;
    private volatile Duration pause = FIRST_PAUSE;
    private volatile @Nullable RuntimeException failure;

    /** {@code running}: held during a recovery in the background. */
    Keeper(LeaseContext context, Recovery recovery, Lock running) {
        this.running = running;
        this.context = context;
        options = context.options();
        this.recovery = recovery;
        recovering = context.upkeep().task(() -> {
            planTakeOver();
            recover(LeaseEvent.Type.TAKEN_OVER, () -> {});
        });
    }

    // Lists.

    /** Reads one list of all instances. A destruction that fails is repeated after the next list. */
    static void watch(LeaseContext context) {
        if (context.shared().leases().noneMatch(lease -> lease.isOpen() || lease.mustEnd()) && !mayFind(context)) {
            return;
        }
        try {
            context.look(context.once());
            context.destroyEnding().forEach(left -> LOG.debug("left for the next look: {}", left.getMessage()));
        } catch (GpuCloudException unreadable) {
            LOG.debug("the instances of leases cannot be listed: {}", unreadable.getMessage());
        }
        context.watch();
    }

    /** Whether a list may show an instance that no lease has. */
    private static boolean mayFind(LeaseContext context) {
        return context.ledger()
                .with(known -> known.mine().stream()
                        .anyMatch(record -> isDoubtful(context, record) || known.mayComeBack(record)));
    }

    /** A rental that searches the instance of its request does that itself. */
    private static boolean isDoubtful(LeaseContext context, LeaseRecord record) {
        return record.state().isDoubtful() && context.shared().rental(record).isEmpty();
    }

    /**
     * Looks for instances that no lease has, at the end of the leases.
     *
     * @throws CreationOutcomeUnknownException if the list cannot be read until the
     *     {@link LeaseOptions#destroyDeadline()}, although nothing but these leases knows of the create request
     */
    void lookAtTheEnd() {
        boolean hasJournal = options.journal() != null;
        boolean onlyKnownHere = !hasJournal
                && context.ledger()
                        .with(known -> known.mine().stream()
                                .anyMatch(record -> isDoubtful(context, record)
                                        && record.state() == LeaseState.IN_DOUBT
                                        && !record.isLimited()));
        if (!mayFind(context) && context.named().isEmpty()) {
            return;
        }
        Stopwatch stopwatch = context.stopwatch();
        Duration longest = options.window().multipliedBy(3).plus(options.interval());
        boolean read = false;
        List<Instance> undecided = List.of();
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            while (true) {
                work.goOn();
                List<Decision> decisions = look(onlyKnownHere && !read ? options.destroyDeadline() : Duration.ZERO);
                if (decisions != null) {
                    read = true;
                    undecided = undecided(decisions);
                }
                if (decisions == null || undecided.isEmpty() || hasJournal || stopwatch.hasReached(longest)) {
                    break;
                }
                LOG.info(
                        "waiting for titles of {}",
                        undecided.stream().map(Instance::instanceUuid).toList());
                try {
                    work.sleep(stopwatch, options.interval());
                } catch (RuntimeException broken) {
                    LOG.warn("cannot wait: {}", broken.toString());
                    break;
                }
            }
        }
        undecided.stream()
                .map(Instance::instanceUuid)
                .filter(instance -> !hasJournal && context.ledger().with(known -> known.name(instance)))
                .forEach(context.named()::add);
        List<Instance> named = stillListed();
        if (!named.isEmpty() || (onlyKnownHere && !read)) {
            throw LeaseContext.unknown(named);
        }
    }

    /** An instance that was named and is gone by now, or has the title of its owner, costs the caller nothing. */
    private List<Instance> stillListed() {
        Moment moment = context.ledger().moment();
        return context.ledger()
                .with(known -> context.named().stream()
                        .flatMap(named -> Stream.ofNullable(known.listed(named)))
                        .filter(instance ->
                                known.all().stream().anyMatch(record -> mayCost(known, record, instance, moment)))
                        .toList());
    }

    private static boolean mayCost(Ledger known, LeaseRecord record, Instance instance, Moment moment) {
        return record.state().isDoubtful()
                ? known.ownership(moment).mayHaveMade(record, instance)
                : record.state().isOver() && record.has(instance.instanceUuid());
    }

    private List<Instance> undecided(List<Decision> decisions) {
        List<Instance> undecided = new ArrayList<>();
        for (Decision decision : decisions) {
            if (decision.kind() == Decision.Kind.UNDECIDED && isDoubtful(context, decision.record())) {
                undecided.add(Objects.requireNonNull(decision.instance()));
            }
        }
        return undecided;
    }

    /** Null if the list cannot be read within the {@code patience}, whatever the service responds. */
    private @Nullable List<Decision> look(Duration patience) {
        Stopwatch stopwatch = context.stopwatch();
        BackOff pauses = new BackOff(options.interval());
        try (UninterruptibleScope work = new UninterruptibleScope()) {
            while (true) {
                work.goOn();
                try {
                    return context.look();
                } catch (GpuCloudException unreadable) {
                    if (stopwatch.hasReached(patience)) {
                        return null;
                    }
                    work.sleep(stopwatch, pauses.after(unreadable));
                }
            }
        }
    }

    // Recovery.

    /**
     * Recovers on the executor. After a hand-over, the program starts with its leases. It does not wait for boots and
     * destructions.
     */
    void start() {
        if (options.journal() == null || !options.recoverOnStart()) {
            return;
        }
        CompletableFuture<@Nullable Void> resumed = new CompletableFuture<>();
        Runnable first = () -> recover(LeaseEvent.Type.RECOVERED, () -> resumed.complete(null));
        context.executor().executor().execute(() -> context.upkeep().run(first));
        if (options.onClose() == OnClose.HAND_OVER) {
            resumed.join();
        }
        planTakeOver();
    }

    /** A replica that runs goes on with the work of one that has ended. */
    private void planTakeOver() {
        if (options.onClose() == OnClose.HAND_OVER) {
            recovering.in(TAKE_OVER_INTERVAL);
        }
    }

    private void recover(LeaseEvent.Type event, Runnable resumed) {
        running.lock();
        try {
            RecoveryReport report = recovery.run(options.recovery(), event, false, resumed);
            LOG.debug("recovered: {}", report);
            failure = report.left().stream().findFirst().orElse(null);
        } catch (RuntimeException | Error failed) {
            failure = failed instanceof RuntimeException known ? known : new IllegalStateException("" + failed, failed);
        } finally {
            running.unlock();
            resumed.run();
            planNext();
        }
    }

    private void planNext() {
        RuntimeException failed = failure;
        if (failed != null && !context.isClosed()) {
            LOG.warn("not recovered yet, trying again in {} s: {}", pause.toSeconds(), failed.getMessage());
        }
        if (failed == null && !recovery.isUnsettled()) {
            pause = FIRST_PAUSE;
        } else {
            recovering.in(pause);
            Duration next = pause.multipliedBy(2);
            pause = next.compareTo(LONGEST_PAUSE) < 0 ? next : LONGEST_PAUSE;
        }
    }

    /** Why the latest recovery in the background has to be tried again; null if it succeeded. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }
}
