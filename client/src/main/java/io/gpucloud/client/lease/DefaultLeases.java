package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The default leases: creates or adopts instances and owns them until they are destroyed or kept. */
final class DefaultLeases implements Leases {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultLeases.class);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final LeaseExecutor executor;
    private final SharedLeaseState shared;
    private final InstanceCreator creator;
    private final Set<DefaultInstanceLease> open = ConcurrentHashMap.newKeySet();

    /** Rentals, adoptions and recoveries in progress. */
    private final Set<Cancellation> pending = ConcurrentHashMap.newKeySet();

    /** Failures that no caller has got yet. The future of a cancelled rental cannot report them. */
    private final Queue<CreationOutcomeUnknownException> unreported = new ConcurrentLinkedQueue<>();

    private final LeaseJournal journal;
    private final Thread exit = new Thread(this::close, "gpu-cloud-lease-exit");

    /** Held for reading while an instance is created and not yet among the open ones; closing waits for it. */
    private final ReadWriteLock creating = new ReentrantReadWriteLock();

    private final ReentrantLock recovering = new ReentrantLock();

    private volatile boolean closed;

    private DefaultLeases(GpuCloudClient client, LeaseOptions options) {
        this.client = client;
        this.options = options;
        executor = LeaseExecutor.on(client.executor(), LeaseExecutor::startThread);
        shared = SharedLeaseState.of(client);
        journal = LeaseJournal.open(options.journal());
        creator = new InstanceCreator(client, options, shared.tracker(), journal);
    }

    static DefaultLeases open(GpuCloudClient client, LeaseOptions options) {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(options, "options");
        DefaultLeases leases = new DefaultLeases(client, options);
        try {
            if (options.closeOnExit()) {
                Runtime.getRuntime().addShutdownHook(leases.exit);
            }
            if (options.journal() != null && options.recoverOnStart()) {
                leases.recoverOnStart();
            }
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
        try {
            return rent(plan, new Cancellation());
        } catch (CreationOutcomeUnknownException reported) {
            unreported.remove(reported);
            throw reported;
        }
    }

    @Override
    public CompletableFuture<InstanceLease> rentAsync(RentalPlan plan) {
        Objects.requireNonNull(plan, "plan");
        Cancellation cancellation = new Cancellation();
        return executor.call(cancellation, () -> rent(plan, cancellation), InstanceLease::close, unreported::remove);
    }

    private InstanceLease rent(RentalPlan plan, Cancellation cancellation) {
        return untilClosed(cancellation, () -> {
            Stopwatch stopwatch = new Stopwatch(client.timer());
            Duration bootTimeout = Objects.requireNonNullElse(plan.bootTimeout(), options.bootTimeout());
            DefaultInstanceLease lease = new GpuModelFallback(client, plan, stopwatch, options.interval())
                    .createFirstAvailable(request -> create(request, plan, cancellation));
            if (options.startAfterCreate()) {
                lease.start(bootTimeout);
            }
            InstanceLease running = running(lease, bootTimeout, plan.maxLifetime());
            tryToDestroyLate();
            LOG.info(
                    "instance {} is rented: model {}, {} an hour, until {}",
                    running.instanceUuid(),
                    running.instance().gpuUuid(),
                    lease.hourlyPrice() == null ? "unknown price" : lease.hourlyPrice(),
                    running.endsAt());
            return running;
        });
    }

    private DefaultInstanceLease create(InstanceRequest request, RentalPlan plan, Cancellation cancellation) {
        tryToDestroyLate();
        String title = InstanceTitle.create(options.owner(), plan.title());
        LeaseTerms terms = new LeaseTerms(plan.tag(), plan.maxLifetime());
        Stopwatch sinceRequest = new Stopwatch(client.timer());
        return own(() -> creator.create(request, title, terms, cancellation))
                .withTitle(title, sinceRequest, shared.renameWarned());
    }

    /** The rental goes on if this fails. Closing the leases tries again. */
    private void tryToDestroyLate() {
        try {
            creator.destroyLate(Duration.ZERO);
        } catch (RuntimeException failure) {
            LOG.warn("instances of repeated create requests may be left: {}", failure.getMessage());
        }
    }

    /** Does work that {@link #close} ends. */
    private <T> T untilClosed(Cancellation cancellation, Supplier<T> work) {
        pending.add(cancellation);
        try {
            requireOpen();
            return cancellation.run(work);
        } catch (WaitFailedException | NoMatchingGpuException interrupted) {
            throw closed ? closedMeanwhile(interrupted) : interrupted;
        } finally {
            pending.remove(cancellation);
        }
    }

    private static IllegalStateException closedMeanwhile(GpuCloudException interrupted) {
        IllegalStateException failure = new IllegalStateException("the leases were closed", interrupted);
        for (Throwable left : interrupted.getSuppressed()) {
            failure.addSuppressed(left);
        }
        return failure;
    }

    @Override
    public InstanceLease adopt(String instanceUuid, Duration maxLifetime) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Preconditions.lifetime(maxLifetime);
        LeaseTerms terms = new LeaseTerms(null, maxLifetime);
        return untilClosed(new Cancellation(), () -> {
            DefaultInstanceLease lease = adopt(instanceUuid, terms);
            return running(
                    options.ownerTitles() ? titled(lease, instanceUuid) : lease, options.bootTimeout(), maxLifetime);
        });
    }

    private DefaultInstanceLease adopt(String instanceUuid, LeaseTerms terms) {
        return shared.registry().adopt(instanceUuid, () -> own(() -> adoptable(instanceUuid, terms)));
    }

    /** Leases an instance of an ended process again. Its timer stays, unless it has none yet. */
    private InstanceLease resume(Leased mine) {
        DefaultInstanceLease lease = adopt(mine.instanceUuid(), mine.terms());
        if (mine.endsAt() != null) {
            lease.priced(hourlyPrice(lease.instance()));
            return lease.resume(mine.endsAt(), mine.state() == State.HANDED_OVER);
        }
        Duration lifetime = Objects.requireNonNullElse(mine.terms().lifetime(), Preconditions.SHUTDOWN_LEAD_TIME);
        return running(titled(lease, mine.id()), options.bootTimeout(), lifetime);
    }

    /**
     * Gives a title to an instance that has none: that of its create request, or a new one. Otherwise no sweep
     * recognizes it, and with {@link LeaseOptions#ownerTitles()} others destroy it.
     */
    private DefaultInstanceLease titled(DefaultInstanceLease lease, String recordId) {
        if (InstanceTitle.isGiven(lease.instance())) {
            return lease;
        }
        String title = InstanceTitle.ofRecord(options.owner(), recordId);
        return lease.withTitle(title, new Stopwatch(client.timer()), shared.renameWarned());
    }

    /** If the leases were closed in the meantime, the instance is destroyed and the caller does not get it. */
    private InstanceLease running(DefaultInstanceLease lease, Duration bootTimeout, Duration maxLifetime) {
        InstanceLease running = lease.awaitRunning(bootTimeout, maxLifetime);
        if (closed) {
            running.close();
            requireOpen();
        }
        lease.priced(hourlyPrice(running.instance()));
        return running;
    }

    /**
     * The largest plausible price for log and statistics, or null if it cannot be read. A rental does not fail without
     * it.
     */
    private @Nullable BigDecimal hourlyPrice(Instance instance) {
        try {
            GpuCloudClient once = client.withOptions(changed -> changed.maxAttempts(1));
            return PriceList.of(once, List.of(instance)).of(instance).orElse(null);
        } catch (RuntimeException unreadable) {
            LOG.debug("the price of instance {} is unknown: {}", instance.instanceUuid(), unreadable.getMessage());
            return null;
        }
    }

    private OwnedInstance adoptable(String instanceUuid, LeaseTerms terms) {
        Instance found = client.instances().get(instanceUuid);
        if (found.status().isStopped()) {
            throw new WaitFailedException(
                    "instance " + instanceUuid + " does not run any more",
                    found,
                    FailureDetails.of(ApiOperation.LIST_INSTANCES).answered(200, ResultCode.SUCCESS, null),
                    null);
        }
        Leased record = new Leased(instanceUuid, client.timer().now(), State.OWNED, instanceUuid, terms, null);
        journal.require(record, "instance " + instanceUuid + " was not adopted");
        shared.tracker().claim(instanceUuid);
        return new OwnedInstance(found, record);
    }

    private DefaultInstanceLease own(Supplier<OwnedInstance> source) {
        creating.readLock().lock();
        try {
            requireOpen();
            DefaultInstanceLease lease =
                    new DefaultInstanceLease(client, options, source.get(), journal, executor, this::forget);
            open.add(lease);
            shared.registry().add(lease);
            return lease;
        } catch (CreationOutcomeUnknownException unknown) {
            if (!unknown.mayRepeat()) {
                unreported.add(unknown);
            }
            throw unknown;
        } finally {
            creating.readLock().unlock();
        }
    }

    private void forget(DefaultInstanceLease lease) {
        open.remove(lease);
        shared.registry().remove(lease);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the leases are closed");
        }
    }

    @Override
    public void destroyAndConfirm(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        new InstanceDestroyer(client, options, instanceUuid).run();
    }

    @Override
    public SweepPreview sweep(SweepCriteria criteria) {
        Objects.requireNonNull(criteria, "criteria");
        return new SweepPreview(client, options, shared, criteria);
    }

    @Override
    public RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions) {
        Objects.requireNonNull(decisions, "decisions");
        return recover(decisions, () -> {});
    }

    /** {@code resumed}: called, perhaps several times, after the instances with a timer are leased again. */
    private RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions, Runnable resumed) {
        requireOpen();
        if (options.journal() == null) {
            throw new IllegalStateException("these leases have no journal; set one with LeaseOptions.Builder.journal");
        }
        recovering.lock();
        try {
            RecoveredInstances recovered =
                    new RecoveredInstances(client, options, once(decisions), this::resume, () -> closed);
            RecoveryReport report = untilClosed(
                    new Cancellation(), () -> new JournalRecovery(client, options, recovered, resumed).run());
            report.candidates().forEach(candidate -> shared.candidates().add(candidate.instanceUuid()));
            shared.recovered()
                    .addAndGet(report.destroyed().size()
                            + report.adopted().size()
                            + report.kept().size());
            return report;
        } finally {
            recovering.unlock();
        }
    }

    /** A function that asks for the decision about each instance once, also if that fails. */
    private static Function<RecoverableInstance, RecoveryDecision> once(
            Function<RecoverableInstance, RecoveryDecision> decisions) {
        Map<String, Supplier<RecoveryDecision>> decided = new HashMap<>();
        return found -> decided.computeIfAbsent(found.instance().instanceUuid(), first -> decide(decisions, found))
                .get();
    }

    private static Supplier<RecoveryDecision> decide(
            Function<RecoverableInstance, RecoveryDecision> decisions, RecoverableInstance found) {
        try {
            RecoveryDecision decision = decisions.apply(found);
            return () -> decision;
        } catch (RuntimeException failure) {
            return () -> {
                throw failure;
            };
        }
    }

    /**
     * Recovers on the executor. After a hand-over, the program starts with its leases. It does not wait for boots and
     * destructions.
     */
    private void recoverOnStart() {
        CompletableFuture<@Nullable Void> resumed = new CompletableFuture<>();
        var unused = executor.run(() -> recoverOnStart(() -> resumed.complete(null)));
        if (options.onClose() == OnClose.HAND_OVER) {
            resumed.join();
        }
    }

    private void recoverOnStart(Runnable resumed) {
        try {
            LOG.debug("recovered: {}", recover(options.recovery(), resumed));
        } catch (RuntimeException failure) {
            LOG.warn("what ended processes left stays for the next recovery: {}", failure.getMessage());
        } finally {
            resumed.run();
        }
    }

    @Override
    public LeaseStatistics statistics() {
        return shared.statistics();
    }

    @Override
    public List<InstanceLease> openLeases() {
        return List.copyOf(open.stream().filter(DefaultInstanceLease::hasTimer).toList());
    }

    @Override
    public void close() {
        closed = true;
        pending.forEach(Cancellation::cancel);
        List<CompletableFuture<@Nullable Void>> closing = new ArrayList<>(closeAll());
        closing.add(new LeaseExecutor(Runnable::run).run(() -> creator.destroyLate(options.destroyDeadline())));
        List<RuntimeException> failures = new ArrayList<>();
        closing.forEach(end -> failureOf(end).ifPresent(failures::add));
        for (var unknown = unreported.poll(); unknown != null; unknown = unreported.poll()) {
            failures.add(unknown);
        }
        forgetExit();
        journal.close();
        if (!failures.isEmpty()) {
            failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
            throw failures.get(0);
        }
    }

    private List<CompletableFuture<@Nullable Void>> closeAll() {
        LeaseExecutor threads = LeaseExecutor.onThreads(LeaseExecutor::startThread);
        creating.writeLock().lock();
        try {
            return open.stream().map(lease -> threads.run(lease::end)).toList();
        } finally {
            creating.writeLock().unlock();
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
