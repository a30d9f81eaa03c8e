package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.internal.Preconditions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
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

    private final Recoveries recoveries;
    private volatile boolean lookedForLate;

    private DefaultLeases(GpuCloudClient client, LeaseOptions options) {
        context = LeaseContext.of(client, options);
        this.options = options;
        recoveries = new Recoveries(context);
    }

    static DefaultLeases open(GpuCloudClient client, LeaseOptions options) {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(options, "options");
        DefaultLeases leases = new DefaultLeases(client, options);
        try {
            if (options.closeOnExit()) {
                Runtime.getRuntime().addShutdownHook(leases.exit);
            }
            leases.recoveries.start();
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
    public CompletableFuture<InstanceLease> rentAsync(RentalPlan plan) {
        Objects.requireNonNull(plan, "plan");
        Cancellation cancellation = new Cancellation();
        return context.executor()
                .call(cancellation, () -> rental(plan, cancellation).rent(plan), InstanceLease::close);
    }

    private Rental rental(RentalPlan plan, Cancellation cancellation) {
        String tag = plan.tag();
        if (options.uniqueTags()
                && tag != null
                && recoveries.waiting().stream().anyMatch(waiting -> tag.equals(waiting.tag()))) {
            throw new TagInUseException(tag);
        }
        return new Rental(context, new LeaseTerms(tag, plan.maxLifetime(), plan.renewTimerEvery()), cancellation);
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
        owned().filter(lease -> lease.instanceUuid().equals(instanceUuid))
                .findFirst()
                .ifPresentOrElse(DefaultInstanceLease::close, () -> context.destroy(instanceUuid));
    }

    @Override
    public SweepPreview sweep(SweepCriteria criteria) {
        Objects.requireNonNull(criteria, "criteria");
        return new SweepPreview(context, criteria);
    }

    @Override
    public RecoveryReport recover(Function<RecoverableInstance, RecoveryDecision> decisions) {
        Objects.requireNonNull(decisions, "decisions");
        return recoveries.recover(decisions);
    }

    @Override
    public LeaseStatistics statistics() {
        return context.state()
                .statistics(
                        recoveries.waiting(),
                        recoveries.failure(),
                        context.limits().spending());
    }

    @Override
    public List<InstanceLease> openLeases() {
        return List.copyOf(owned().filter(DefaultInstanceLease::isOpen).toList());
    }

    @Override
    public List<PendingLease> pending() {
        return Stream.concat(rentals().flatMap(rental -> rental.pending().stream()), recoveries.waiting().stream())
                .toList();
    }

    @Override
    public List<JournalEntry> journal() {
        return options.journal() == null ? List.of() : JournalEntry.all(options.journal());
    }

    /** Does the work that is due in the background on the calling thread. */
    void upkeep() {
        context.upkeep().doWhatIsDue();
    }

    boolean isClosed() {
        return context.isClosed();
    }

    private Stream<Rental> rentals() {
        return context.state().rentals().stream().filter(rental -> rental.belongsTo(context));
    }

    private Stream<DefaultInstanceLease> owned() {
        return rentals().flatMap(rental -> Stream.ofNullable(rental.lease()));
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
        List<DefaultInstanceLease> owned = owned().toList();
        List<DefaultInstanceLease> left =
                owned.stream().filter(lease -> !lease.handsOver()).toList();
        rentals.forEach(Rental::cancel);
        recoveries.cancel();
        LeaseExecutor threads = LeaseExecutor.onThreads(LeaseExecutor::startThread);
        List<CompletableFuture<@Nullable Void>> ends = new ArrayList<>();
        left.forEach(lease -> ends.add(threads.run(lease::close)));
        owned.stream()
                .filter(DefaultInstanceLease::isHandedOver)
                .forEach(lease -> ends.add(threads.run(lease::awaitNextStart)));
        List<RuntimeException> failures = new ArrayList<>();
        ends.forEach(end -> failureOf(end).ifPresent(failures::add));
        rentals.forEach(Rental::awaitSteps);
        // Instances that were created in the meantime, and that their rental could not destroy.
        owned().filter(lease -> !left.contains(lease))
                .forEach(lease -> failureOf(threads.run(lease::close)).ifPresent(failures::add));
        if (!lookedForLate) {
            // Closing again does not need the client, which may be closed by then.
            failureOf(threads.run(() -> LateInstances.lookFor(context)))
                    .ifPresentOrElse(failures::add, () -> lookedForLate = true);
        }
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
