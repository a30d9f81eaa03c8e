package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.ShutdownRegular;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The default leases: begins rentals and recoveries, and ends them. */
final class DefaultLeases implements Leases {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultLeases.class);

    /** Systems that stop a program kill it after 30 seconds, or 90. */
    private static final Duration LONGEST_EXIT = Duration.ofSeconds(20);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final Thread exit = new Thread(() -> closeWithin(LONGEST_EXIT), "gpu-cloud-lease-exit");

    private final Recovery recovery;
    private final Keeper keeper;

    /** A recovery of the caller waits for those in the background, which do not wait for each other. */
    private final ReadWriteLock recovering = new ReentrantReadWriteLock();

    private final Set<Cancellation> recoveries = ConcurrentHashMap.newKeySet();
    private volatile boolean lookedAtTheEnd;

    private DefaultLeases(GpuCloudClient client, LeaseOptions options) {
        context = LeaseContext.of(client, options);
        this.options = context.options();
        recovery = new Recovery(context);
        keeper = new Keeper(context, recovery, recovering.readLock());
    }

    static DefaultLeases open(GpuCloudClient client, LeaseOptions options) {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(options, "options");
        DefaultLeases leases = new DefaultLeases(client, options);
        try {
            if (options.closeOnExit()) {
                Runtime.getRuntime().addShutdownHook(leases.exit);
            }
            leases.keeper.start();
            return leases;
        } catch (RuntimeException | Error failure) {
            // For example of an executor that rejects the recovery: the journal must not stay locked.
            leases.close();
            throw failure;
        }
    }

    @Override
    public InstanceLease rent(RentalPlan plan) {
        Objects.requireNonNull(plan, "plan");
        return rental(plan, new Cancellation()).rent(plan);
    }

    @Override
    public InstanceLease rent(RentalPlan plan, CompletableFuture<?> stop) {
        Objects.requireNonNull(plan, "plan");
        Objects.requireNonNull(stop, "stop");
        Cancellation cancellation = new Cancellation();
        var unused = stop.whenComplete((result, failure) -> cancellation.cancel());
        return rental(plan, cancellation).rent(plan);
    }

    @Override
    public CompletableFuture<InstanceLease> rentAsync(RentalPlan plan) {
        Objects.requireNonNull(plan, "plan");
        Cancellation cancellation = new Cancellation();
        return context.executor()
                .call(cancellation, () -> rental(plan, cancellation).rent(plan), InstanceLease::close);
    }

    private Rental rental(RentalPlan plan, Cancellation cancellation) {
        return new Rental(context, new LeaseRecord.Plan(LeaseTerms.of(plan), plan.data()), cancellation);
    }

    @Override
    public InstanceLease adopt(String instanceUuid, Duration maxLifetime) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Preconditions.lifetime(maxLifetime);
        LeaseRecord.Plan plan = new LeaseRecord.Plan(new LeaseTerms(null, maxLifetime), Map.of());
        return new Rental(context, plan, new Cancellation()).adopt(instanceUuid, maxLifetime);
    }

    @Override
    public ShutdownTimerVerification extendKept(String instanceUuid, Duration more) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Preconditions.positive(more, "more");
        context.requireOpen();
        ShutdownRegular timer = context.client().instances().get(instanceUuid).shutdownRegular();
        Instant listed = timer == null || !Boolean.TRUE.equals(timer.enable()) ? null : timer.shutdownTime();
        Instant now = context.client().timer().now();
        Instant end = (listed == null || listed.isBefore(now) ? now : listed).plus(more);
        LeaseRecord kept = context.ledger().reserve(known -> {
            Moment moment = context.ledger().moment();
            LeaseRecord record = known.all().stream()
                    .filter(each -> each.has(instanceUuid) && each.state() == LeaseState.KEPT)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "instance " + instanceUuid + " was not kept by a lease of this journal"));
            if (known.left(context.ledger()::isAlive).contains(record)) {
                known.takeOver(record.nonce(), moment);
            }
            return known.extend(record.nonce(), end, moment);
        });
        ShutdownTimerVerification set =
                context.client().instances().scheduleShutdownAndVerify(instanceUuid, end, options.clockTolerance());
        context.ledger().with(known -> known.timed(kept.nonce(), new LeaseRecord.Timer(end, null)));
        return set;
    }

    @Override
    public void destroyAndConfirm(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Optional<DefaultInstanceLease> leased = context.shared()
                .leases()
                .filter(lease -> lease.instanceUuid().equals(instanceUuid))
                .findFirst();
        if (leased.isPresent()) {
            leased.get().close();
        } else {
            context.destroy(ending(instanceUuid), () -> false);
        }
    }

    /** The instance may have a record: of a lease that has ended, or of a create request that was reported. */
    private LeaseRecord ending(String instanceUuid) {
        try {
            context.look();
        } catch (GpuCloudException unreadable) {
            LOG.debug("the list cannot be read: {}", unreadable.getMessage());
        }
        return context.ledger().reserve(known -> {
            Moment moment = context.ledger().moment();
            known.left(context.ledger()::isAlive).stream()
                    .filter(record -> record.has(instanceUuid))
                    .forEach(record -> known.takeOver(record.nonce(), moment));
            Instance listed = known.listed(instanceUuid);
            return known.mine().stream()
                    .filter(record ->
                            record.has(instanceUuid) && !record.state().isOver())
                    .findFirst()
                    .map(record -> record.state() == LeaseState.ENDING ? record : known.ending(record.nonce()))
                    .orElseGet(
                            () -> listed == null ? known.ending(instanceUuid, moment) : known.ending(listed, moment));
        });
    }

    @Override
    public SweepPreview sweep(SweepCriteria criteria) {
        Objects.requireNonNull(criteria, "criteria");
        return new SweepPreview(context, criteria);
    }

    @Override
    public RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions) {
        Objects.requireNonNull(decisions, "decisions");
        context.requireOpen();
        if (options.journal() == null) {
            throw new IllegalStateException("these leases have no journal; set one with LeaseOptions.Builder.journal");
        }
        Cancellation cancellation = new Cancellation();
        recovering.writeLock().lock();
        try {
            context.requireOpen();
            cancellation.begin();
            recoveries.add(cancellation);
            return recovery.run(decisions, LeaseEvent.Type.RECOVERED, true, () -> {});
        } finally {
            recoveries.remove(cancellation);
            cancellation.end();
            recovering.writeLock().unlock();
        }
    }

    @Override
    public LeaseStatistics statistics() {
        Spending spending = context.ledger()
                .current(known -> known.spending(context.ledger().moment()));
        return context.shared().statistics(recovery.pending().size(), keeper.failure(), spending);
    }

    @Override
    public List<InstanceLease> openLeases() {
        return List.copyOf(owned().filter(DefaultInstanceLease::isOpen).toList());
    }

    @Override
    public List<PendingLease> pending() {
        return Stream.concat(rentals().flatMap(rental -> rental.pending().stream()), recovery.pending().stream())
                .toList();
    }

    @Override
    public List<Instance> candidates(String tag) {
        Objects.requireNonNull(tag, "tag");
        return context.ledger().current(known -> {
            Moment moment = context.ledger().moment();
            return known.all().stream()
                    .filter(record -> tag.equals(record.tag()) && record.state().isDoubtful())
                    .flatMap(record -> known.candidates(record, moment).stream()
                            .filter(found -> known.mayBeOurs(record, found, moment)))
                    .distinct()
                    .toList();
        });
    }

    @Override
    public Map<String, String> data(String tag) {
        Objects.requireNonNull(tag, "tag");
        return context.ledger().current(known -> known.data(tag));
    }

    @Override
    public void put(String tag, String key, String value) {
        Objects.requireNonNull(tag, "tag");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
        context.ledger().with(known -> {
            known.mine().stream()
                    .filter(record -> tag.equals(record.tag()))
                    .forEach(record -> known.put(record.nonce(), key, value));
            return tag;
        });
    }

    @Override
    public List<JournalEntry> journal() {
        return options.journal() == null ? List.of() : Journal.entries(options.journal());
    }

    @Override
    public List<RentalCost> costs(Instant since) {
        Objects.requireNonNull(since, "since");
        return context.ledger()
                .current(known -> known.costs(since, context.ledger().moment()));
    }

    /** Does the work that is due in the background on the calling thread. */
    void upkeep() {
        context.upkeep().doWhatIsDue();
        recovery.awaitEnds();
    }

    boolean isClosed() {
        return context.isClosed();
    }

    private Stream<Rental> rentals() {
        return context.shared().rentals.stream().filter(rental -> rental.belongsTo(context));
    }

    private Stream<DefaultInstanceLease> owned() {
        return rentals().flatMap(rental -> Stream.ofNullable(rental.lease()));
    }

    /** Without the lease whose listener closes all leases: it waits for its listener. */
    private Stream<DefaultInstanceLease> closable() {
        return owned().filter(lease -> !lease.closesOnThisThread());
    }

    /**
     * No instance delays the end of another: hand-overs are written first, and destructions run at the same time, also
     * while a create request is in progress. Instances that are left are known when the last step of the rentals has
     * ended.
     */
    @Override
    public void close() {
        context.closed().set(true);
        List<Rental> rentals = rentals().toList();
        List<DefaultInstanceLease> all = closable().toList();
        List<DefaultInstanceLease> given =
                all.stream().filter(DefaultInstanceLease::mayBeHandedOver).toList();
        List<DefaultInstanceLease> running =
                given.stream().filter(DefaultInstanceLease::isOpen).toList();
        List<DefaultInstanceLease> left =
                all.stream().filter(lease -> !given.contains(lease)).toList();
        LeaseJournalException failure;
        try {
            left.stream().filter(lease -> !lease.mustPrepare()).forEach(DefaultInstanceLease::beginClosing);
        } finally {
            // Rentals that end wait for it.
            failure = handOverJournal();
        }
        List<DefaultInstanceLease> handedOver =
                running.stream().filter(lease -> lease.handOver(failure)).toList();
        // A rental hands its booting instance over when it has stopped. Without the journal, nothing would end that.
        if (failure != null) {
            given.stream().filter(lease -> !lease.isOpen()).forEach(DefaultInstanceLease::beginClosing);
        }
        rentals.forEach(Rental::close);
        recoveries.forEach(Cancellation::cancel);
        recovery.cancel();
        LeaseExecutor threads = LeaseExecutor.onThreads(LeaseExecutor::startThread);
        List<CompletableFuture<@Nullable Void>> ends = new ArrayList<>();
        left.forEach(lease -> ends.add(threads.run(lease::close)));
        handedOver.forEach(lease -> ends.add(threads.run(lease::awaitNextStart)));
        List<RuntimeException> failures = new ArrayList<>();
        ends.forEach(end -> failureOf(end).ifPresent(failures::add));
        rentals.forEach(Rental::awaitSteps);
        // A recovery may wait for the rental of this thread.
        if (rentals.stream().noneMatch(Rental::runsOnThisThread)) {
            context.upkeep().awaitEnd();
            recovery.awaitEnds();
        }
        // Instances that were created in the meantime, and that their rental could not destroy. Or their caller has
        // closed their lease in the meantime.
        closable()
                .filter(lease -> !left.contains(lease))
                .forEach(lease -> failureOf(threads.run(lease::close)).ifPresent(failures::add));
        if (!lookedAtTheEnd) {
            // Closing again does not need the client, which may be closed by then.
            Optional<RuntimeException> unknown = failureOf(threads.run(keeper::lookAtTheEnd));
            unknown.ifPresent(failures::add);
            lookedAtTheEnd = unknown.isEmpty();
        }
        for (var unknown = context.unreported().poll();
                unknown != null;
                unknown = context.unreported().poll()) {
            failures.add(unknown);
        }
        failures.addAll(context.destroyEnding());
        recovery.giveBack();
        forgetExit();
        context.ledger().close();
        if (!failures.isEmpty()) {
            failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
            throw failures.get(0);
        }
    }

    /** Leaves the running instances to the next start. Returns why that is not recorded; null if it is. */
    private @Nullable LeaseJournalException handOverJournal() {
        Journal journal = context.ledger().journal();
        if (journal == null || options.onClose() != OnClose.HAND_OVER) {
            return null;
        }
        try {
            context.ledger().handOver();
            return null;
        } catch (LeaseJournalException failure) {
            return failure;
        }
    }

    /** Closes the leases, but waits only for a time. The log has what {@link #close()} throws. */
    void closeWithin(Duration limit) {
        CompletableFuture<@Nullable Void> closing =
                LeaseExecutor.onThreads(LeaseExecutor::startThread).run(this::close);
        try {
            closing.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException left) {
            LOG.error("the leases are not closed", left.getCause());
        } catch (TimeoutException unfinished) {
            LOG.error(
                    "the program ends before these instances are certainly destroyed: {}; {}",
                    rentals()
                            .map(Rental::lease)
                            .map(lease -> lease == null ? "one whose creation is not certain" : lease.instanceUuid())
                            .toList(),
                    options.journal() == null
                            ? "destroy them by hand"
                            : "the next start with this journal destroys them");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static Optional<RuntimeException> failureOf(CompletableFuture<@Nullable Void> closing) {
        try {
            closing.join();
            return Optional.empty();
        } catch (CompletionException failure) {
            return Optional.of(failure.getCause() instanceof RuntimeException cause ? cause : failure);
        }
    }

    private void forgetExit() {
        try {
            Runtime.getRuntime().removeShutdownHook(exit);
        } catch (IllegalStateException exiting) {
            LOG.debug("closed because the JVM ends", exiting);
        }
    }
}
