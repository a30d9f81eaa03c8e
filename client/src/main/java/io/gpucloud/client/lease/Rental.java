package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.ResultCode;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.internal.DurationText;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.JournalRecord.Creating;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One rental, from its plan to its lease. {@link #rent} goes through all steps: model, journal, create, title, boot,
 * timer, verification, lease. {@link #adopt} and {@link #resume} enter after the creation.
 *
 * <p>A failure before the create request leaves nothing. After it, the instance is searched until it is known. From
 * then on it has a lease, and a failure destroys it. A cancellation interrupts every step but the creation, and thereby
 * makes it fail. Closing the {@link Leases} cancels the rental; whatever the journal says at that moment is true for
 * the next start.
 */
final class Rental {

    /** The step that a rental is at. A step that is over is never repeated, except for a creation without effect. */
    enum Step {
        MODEL,
        CREATE,
        SEARCH,
        TITLE,
        BOOT,
        TIMER,
        LEASE
    }

    private static final Logger LOG = LoggerFactory.getLogger(Rental.class);

    private final LeaseContext context;
    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final LeaseTerms terms;
    private final Cancellation cancellation;
    private final InstanceCreation creation;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private volatile Step step = Step.MODEL;
    private volatile String title = "";
    private volatile @Nullable String instanceUuid;
    private volatile @Nullable DefaultInstanceLease lease;

    Rental(LeaseContext context, LeaseTerms terms, Cancellation cancellation) {
        this.context = context;
        client = context.client();
        options = context.options();
        this.terms = terms;
        this.cancellation = cancellation;
        creation = new InstanceCreation(context, terms, this);
    }

    /** Rents an instance as {@link Leases#rent} says. */
    InstanceLease rent(RentalPlan plan) {
        return run(options.uniqueTags(), () -> {
            GpuModelChoice models = new GpuModelChoice(context, plan);
            DefaultInstanceLease created = null;
            while (created == null) {
                InstanceRequest request = models.next();
                try {
                    created = create(request, InstanceTitle.create(options.owner(), plan.title()));
                } catch (GpuCloudException failure) {
                    models.failed(request, failure);
                }
            }
            Duration bootTimeout = Objects.requireNonNullElse(plan.bootTimeout(), options.bootTimeout());
            if (options.startAfterCreate()) {
                start(created, bootTimeout);
            }
            boot(created, bootTimeout, plan.maxLifetime());
            return created;
        });
    }

    /** Leases an existing instance as {@link Leases#adopt} says. */
    InstanceLease adopt(String existing, Duration maxLifetime) {
        return run(false, () -> {
            DefaultInstanceLease adopted = existing(existing, null);
            reserve(adopted, maxLifetime);
            if (options.ownerTitles()) {
                titleIfNone(adopted, existing);
            }
            boot(adopted, options.bootTimeout(), maxLifetime);
            return adopted;
        });
    }

    /** Leases an instance of an ended process again. Its timer stays, unless it has none yet. */
    InstanceLease resume(Leased mine, LeaseEvent.Type event) {
        return run(false, () -> {
            DefaultInstanceLease resumed = existing(mine.instanceUuid(), mine.data());
            Instant end = mine.endsAt();
            if (end == null) {
                titleIfNone(resumed, mine.id());
                Duration lifetime = Objects.requireNonNullElse(terms.lifetime(), Preconditions.SHUTDOWN_LEAD_TIME);
                boot(resumed, options.bootTimeout(), lifetime);
            } else {
                resumed.costs(cost(resumed));
                Instant until = mine.until();
                if (until != null) {
                    resumed.livesUntil(until);
                }
                resumed.resume(end, mine.state() == State.HANDED_OVER);
                if (until != null) {
                    resumed.renewUntil(until);
                }
            }
            event(event, null);
            return resumed;
        });
    }

    /** Goes through steps, which {@link #cancel} ends. If one fails, the instance is destroyed. */
    private InstanceLease run(boolean uniqueTag, Supplier<DefaultInstanceLease> steps) {
        context.state().begin(this, uniqueTag);
        try {
            context.requireOpen();
            cancellation.begin();
            DefaultInstanceLease running = steps.get();
            // If the leases were closed in the meantime, the caller does not get the lease.
            context.requireOpen();
            step = Step.LEASE;
            context.watch();
            return running;
        } catch (CreationOutcomeUnknownException unknown) {
            if (!unknown.mayRepeat()) {
                cancellation.fail(unknown, () -> context.unreported().add(unknown));
            }
            throw unknown;
        } catch (WaitFailedException | NoMatchingGpuException interrupted) {
            destroyAfter(interrupted);
            throw context.isClosed() ? closedMeanwhile(interrupted) : interrupted;
        } catch (RuntimeException | Error failure) {
            destroyAfter(failure);
            throw failure;
        } finally {
            cancellation.end();
            if (lease == null) {
                context.state().end(this);
            }
            over.complete(null);
        }
    }

    /** If the leases were closed when the instance had its timer, it may be handed over. */
    private void destroyAfter(Throwable failure) {
        DefaultInstanceLease failed = lease;
        boolean handedOver = failed != null && context.isClosed() && failed.handsOver();
        if (failed != null && !handedOver) {
            failed.closeAfter(failure);
        }
    }

    private static IllegalStateException closedMeanwhile(GpuCloudException interrupted) {
        IllegalStateException failure = new IllegalStateException("the leases were closed", interrupted);
        for (Throwable left : interrupted.getSuppressed()) {
            failure.addSuppressed(left);
        }
        return failure;
    }

    /**
     * Creates an instance, and sets its title.
     *
     * @throws CreationOutcomeUnknownException if it is unknown whether it was created, or which instance it is
     * @throws GpuCloudException if it certainly was not created
     * @throws LeaseJournalException if the attempt cannot be recorded; nothing was sent
     * @throws SpendingLimitException if a limit does not allow it; nothing was sent
     */
    private DefaultInstanceLease create(InstanceRequest request, String newTitle) {
        title = newTitle;
        Listing<Instance> listed = client.instances().list();
        LateInstances.lookFor(context, listed);
        Stopwatch sinceRequest = context.stopwatch();
        Set<String> before = context.state().before(listed);
        BigDecimal hourly = context.limits().price(client, request);
        DefaultInstanceLease created;
        // A search that is interrupted might not name what it has found.
        cancellation.complete();
        try {
            Creating creating = new Creating(newTitle, client.timer().now(), false, request, before, terms);
            context.journal().require(creating, "the create request was not sent");
            Instance made = creation.send(new CreationAttempt(creating, listed.provesAbsence(), options), hourly);
            created = own(made, creating.made(made.instanceUuid()));
        } finally {
            cancellation.completed();
        }
        event(LeaseEvent.Type.CREATED, null);
        title(created, newTitle, sinceRequest);
        return created;
    }

    private DefaultInstanceLease existing(String existing, @Nullable Map<String, String> data) {
        context.state().adopt(this, existing);
        Instance found = client.instances().get(existing);
        if (found.status().isStopped()) {
            throw new WaitFailedException(
                    "instance " + existing + " does not run any more",
                    found,
                    FailureDetails.of(ApiOperation.LIST_INSTANCES).answered(200, ResultCode.SUCCESS, null),
                    null);
        }
        title = found.title();
        Leased record = new Leased(existing, client.timer().now(), State.OWNED, existing, terms, null, null, data);
        context.journal().require(record, "instance " + existing + " was not adopted");
        context.state().claim(this, existing);
        return own(found, record);
    }

    /** A rejected instance stays as it is, without a lease. */
    private void reserve(DefaultInstanceLease adopted, Duration maxLifetime) {
        try {
            BigDecimal hourly = context.limits().price(client, adopted.instance());
            context.limits().reserve(adopted.instanceUuid(), adopted.instanceUuid(), hourly, maxLifetime);
        } catch (RuntimeException rejected) {
            adopted.keep();
            throw rejected;
        }
    }

    private DefaultInstanceLease own(Instance instance, Leased record) {
        DefaultInstanceLease owned = new DefaultInstanceLease(this, context, instance, record);
        lease = owned;
        return owned;
    }

    private void titleIfNone(DefaultInstanceLease owned, String recordId) {
        if (!InstanceTitle.isGiven(owned.instance())) {
            title(owned, InstanceTitle.ofRecord(options.owner(), recordId), context.stopwatch());
        }
    }

    /**
     * Gives the instance a title, so that a sweep recognizes it even if this program ends before the timer is set. With
     * {@link LeaseOptions#ownerTitles()}, others destroy an instance without a title, so this one is destroyed if it
     * has none in time.
     */
    private void title(DefaultInstanceLease owned, String title, Stopwatch sinceRequest) {
        step = Step.TITLE;
        GpuCloudException failure = rename(owned, title);
        while (options.ownerTitles() && failure != null && !sinceRequest.hasReached(options.window())) {
            sleep(owned, sinceRequest, options.interval(), failure);
            failure = rename(owned, title);
        }
        if (options.ownerTitles() && sinceRequest.hasReached(options.window())) {
            context.state().titlesRejected = failure != null && !isTemporary(failure);
            throw noTitleInTime(owned, failure);
        }
        if (failure != null && context.state().renameWarned.compareAndSet(false, true)) {
            LOG.warn(
                    "instance {} cannot be renamed, so sweeps cannot recognize it by its owner: {}",
                    owned.instanceUuid(),
                    failure.getMessage());
        }
    }

    private @Nullable GpuCloudException rename(DefaultInstanceLease owned, String title) {
        try {
            client.instances().updateTitle(owned.instanceUuid(), title);
            context.state().titlesRejected = false;
            return null;
        } catch (GpuCloudException failure) {
            return failure;
        }
    }

    private WaitTimeoutException noTitleInTime(DefaultInstanceLease owned, @Nullable GpuCloudException failure) {
        String summary =
                "instance " + owned.instanceUuid() + " has no title within " + DurationText.of(options.window());
        FailureDetails facts =
                failure == null ? FailureDetails.of(ApiOperation.UPDATE_INSTANCE_TITLE) : failure.failure();
        return new WaitTimeoutException(summary, owned.instance(), facts, failure);
    }

    private void start(DefaultInstanceLease owned, Duration bootTimeout) {
        repeat(owned, context.stopwatch(), bootTimeout, () -> {
            try {
                client.instances().start(owned.instanceUuid());
            } catch (GpuCloudException failure) {
                // If the outcome is unknown, the wait for the instance decides.
                if (!failure.mayHaveTakenEffect()) {
                    throw failure;
                }
                LOG.warn("instance {} may not have been started: {}", owned.instanceUuid(), failure.getMessage());
            }
        });
    }

    /** Waits until the instance runs, and then sets its timer, also if it runs just before the timeout. */
    private void boot(DefaultInstanceLease owned, Duration bootTimeout, Duration maxLifetime) {
        step = Step.BOOT;
        event(LeaseEvent.Type.BOOTING, null);
        Stopwatch stopwatch = context.stopwatch();
        WaitOptions waiting = owned.waiting(bootTimeout);
        owned.seen(client.instances().waitUntilRunning(owned.instanceUuid(), waiting));
        creation.leaveIfOfAnother(owned);
        step = Step.TIMER;
        Duration least = stopwatch.elapsed().plus(options.window());
        Instant until = client.timer().now().plus(maxLifetime);
        boolean renewed = terms.renewEvery() != null;
        if (renewed) {
            owned.livesUntil(until);
        }
        Instant end = renewed ? owned.renewedBefore(until) : until;
        repeat(owned, stopwatch, least.compareTo(bootTimeout) > 0 ? least : bootTimeout, () -> owned.setTimer(end));
        owned.costs(cost(owned));
        if (renewed) {
            owned.renewUntil(until);
        }
        event(LeaseEvent.Type.RUNNING, null);
    }

    /** Repeats a call while the service fails for a moment, because that must not destroy an instance. */
    private void repeat(DefaultInstanceLease owned, Stopwatch stopwatch, Duration timeout, Runnable call) {
        BackOff pauses = new BackOff(options.interval());
        while (true) {
            try {
                call.run();
                return;
            } catch (RateLimitedException | ServerException | TransportException temporary) {
                Duration pause = pauses.after(temporary);
                if (stopwatch.elapsed().plus(pause).compareTo(timeout) >= 0) {
                    throw temporary;
                }
                LOG.warn("trying again for instance {}: {}", owned.instanceUuid(), temporary.getMessage());
                sleep(owned, stopwatch, pause, temporary);
            }
        }
    }

    private static boolean isTemporary(GpuCloudException failure) {
        return failure instanceof RateLimitedException
                || failure instanceof ServerException
                || failure instanceof TransportException;
    }

    private static void sleep(
            DefaultInstanceLease owned, Stopwatch stopwatch, Duration pause, GpuCloudException failure) {
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new WaitFailedException("interrupted", owned.instance(), failure.failure(), stopped);
        }
    }

    /** The prices of the instance, which are null if they cannot be read. A rental does not fail without them. */
    private LeaseCost cost(DefaultInstanceLease owned) {
        LeaseCost unknown = owned.cost();
        Instance instance = owned.instance();
        try {
            GpuCloudClient once = client.withOptions(changed -> changed.maxAttempts(1));
            PriceList prices = PriceList.of(once, List.of(instance));
            return new LeaseCost(
                    unknown.since(),
                    unknown.until(),
                    prices.of(instance).orElse(null),
                    prices.billed(instance).orElse(null));
        } catch (RuntimeException unreadable) {
            LOG.debug("the price of instance {} is unknown: {}", instance.instanceUuid(), unreadable.getMessage());
            return unknown;
        }
    }

    void event(LeaseEvent.Type type, @Nullable Throwable cause) {
        DefaultInstanceLease owned = lease;
        context.publish(new LeaseEvent(
                type,
                client.timer().now(),
                tag(),
                title,
                instanceUuid,
                owned == null || !owned.hasTimer() ? null : owned.endsAt(),
                owned == null ? null : owned.cost(),
                cause));
    }

    /** Ends the rental. The create request in progress is completed first, and the search for its instance. */
    void cancel() {
        cancellation.cancel();
    }

    /** Waits until the rental has failed or has its lease, unless that happens on this thread. */
    void awaitSteps() {
        if (!cancellation.runsOnThisThread()) {
            over.join();
        }
    }

    // Each Leases has one context.
    @SuppressWarnings("ReferenceEquality")
    boolean belongsTo(LeaseContext leases) {
        return context == leases;
    }

    /** The instance of this rental is known. */
    void take(String instanceUuid) {
        this.instanceUuid = instanceUuid;
    }

    /** The lease has ended. */
    void leaseEnded() {
        context.state().end(this);
    }

    void enter(Step next) {
        step = next;
    }

    Step step() {
        return step;
    }

    @Nullable
    String tag() {
        return terms.tag();
    }

    /** The step that the rental waits for; empty if it has an open lease. */
    Optional<PendingLease> pending() {
        DefaultInstanceLease owned = lease;
        if (owned != null && owned.isOpen()) {
            return Optional.empty();
        }
        boolean ending = owned != null && (owned.isClosing() || owned.isLost() || over.isDone());
        return Optional.of(new PendingLease(ending ? PendingLease.State.ENDING : pendingState(), tag(), instanceUuid));
    }

    private PendingLease.State pendingState() {
        return switch (step) {
            case MODEL, CREATE -> PendingLease.State.CREATING;
            case SEARCH -> PendingLease.State.IN_DOUBT;
            case TITLE, BOOT, TIMER, LEASE -> PendingLease.State.BOOTING;
        };
    }

    InstanceCreation creation() {
        return creation;
    }

    /** The instance, as soon as it is known. */
    @Nullable
    String instanceUuid() {
        return instanceUuid;
    }

    /** The lease, from the moment at which the instance is known. */
    @Nullable
    DefaultInstanceLease lease() {
        return lease;
    }
}
