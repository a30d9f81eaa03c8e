package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The default leases: begins rentals and recoveries, and ends them. */
final class DefaultLeases implements Leases {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultLeases.class);

    private final LeaseContext context;
    private final LeaseOptions options;
    private final Thread exit = new Thread(this::close, "gpu-cloud-lease-exit");

    /** Held during a recovery. */
    private final ReentrantLock recovering = new ReentrantLock();

    private volatile Cancellation recovery = new Cancellation();

    private DefaultLeases(GpuCloudClient client, LeaseOptions options) {
        context = LeaseContext.of(client, options);
        this.options = options;
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
            return rental(plan, new Cancellation()).rent(plan);
        } catch (CreationOutcomeUnknownException reported) {
            context.unreported().remove(reported);
            throw reported;
        }
    }

    @Override
    public CompletableFuture<InstanceLease> rentAsync(RentalPlan plan) {
        Objects.requireNonNull(plan, "plan");
        Cancellation cancellation = new Cancellation();
        return context.executor()
                .call(
                        cancellation,
                        () -> rental(plan, cancellation).rent(plan),
                        InstanceLease::close,
                        context.unreported()::remove);
    }

    private Rental rental(RentalPlan plan, Cancellation cancellation) {
        return new Rental(context, new LeaseTerms(plan.tag(), plan.maxLifetime()), cancellation);
    }

    @Override
    public InstanceLease adopt(String instanceUuid, Duration maxLifetime) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        Preconditions.lifetime(maxLifetime);
        LeaseTerms terms = new LeaseTerms(null, maxLifetime);
        return new Rental(context, terms, new Cancellation()).adopt(instanceUuid, maxLifetime);
    }

    @Override
    public void destroyAndConfirm(String instanceUuid) {
        Preconditions.identifier(instanceUuid, "instanceUuid");
        context.destroy(instanceUuid);
    }

    @Override
    public SweepPreview sweep(SweepCriteria criteria) {
        Objects.requireNonNull(criteria, "criteria");
        return new SweepPreview(context, criteria);
    }

    @Override
    public RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions) {
        Objects.requireNonNull(decisions, "decisions");
        return recover(decisions, () -> {});
    }

    private RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions, Runnable resumed) {
        context.requireOpen();
        if (options.journal() == null) {
            throw new IllegalStateException("these leases have no journal; set one with LeaseOptions.Builder.journal");
        }
        recovering.lock();
        recovery = new Cancellation();
        try {
            recovery.begin();
            context.requireOpen();
            RecoveredInstances recovered = new RecoveredInstances(context, once(decisions));
            RecoveryReport report = new JournalRecovery(context, recovered, resumed).run();
            context.state().addCandidates(report.candidates());
            context.state()
                    .recovered
                    .addAndGet(report.destroyed().size()
                            + report.adopted().size()
                            + report.kept().size());
            return report;
        } finally {
            recovery.end();
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
        context.executor().executor().execute(() -> recoverOnStart(() -> resumed.complete(null)));
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
        return context.state().statistics(context.limits().spending());
    }

    @Override
    public List<InstanceLease> openLeases() {
        return List.copyOf(owned().filter(DefaultInstanceLease::hasTimer).toList());
    }

    private Stream<Rental> rentals() {
        return context.state().rentals().stream().filter(rental -> rental.belongsTo(context));
    }

    private Stream<DefaultInstanceLease> owned() {
        return rentals().flatMap(rental -> Stream.ofNullable(rental.lease()));
    }

    /**
     * No instance delays the end of another: hand-overs are written first, and destructions run at the same time, also
     * while a create request is in progress. What the rentals leave is known when the last of their steps has ended.
     */
    @Override
    public void close() {
        context.closed().set(true);
        List<Rental> rentals = rentals().toList();
        List<DefaultInstanceLease> left =
                owned().filter(lease -> !lease.handsOver()).toList();
        rentals.forEach(Rental::cancel);
        recovery.cancel();
        LeaseExecutor threads = LeaseExecutor.onThreads(LeaseExecutor::startThread);
        List<CompletableFuture<@Nullable Void>> ends = new ArrayList<>();
        left.forEach(lease -> ends.add(threads.run(lease::close)));
        ends.add(threads.run(() -> LateInstances.destroy(context, options.destroyDeadline())));
        List<RuntimeException> failures = new ArrayList<>();
        ends.forEach(end -> failureOf(end).ifPresent(failures::add));
        rentals.forEach(Rental::awaitSteps);
        // What was created in the meantime, and its rental could not destroy.
        owned().filter(lease -> !left.contains(lease))
                .forEach(lease -> failureOf(threads.run(lease::close)).ifPresent(failures::add));
        for (var unknown = context.unreported().poll();
                unknown != null;
                unknown = context.unreported().poll()) {
            failures.add(unknown);
        }
        forgetExit();
        context.journal().close();
        if (!failures.isEmpty()) {
            failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
            throw failures.get(0);
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
