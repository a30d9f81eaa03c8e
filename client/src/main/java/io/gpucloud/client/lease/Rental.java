package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
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
import io.gpucloud.client.model.Instance;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One rental, from its plan to its lease. {@link #rent} goes through all steps: model, create, title, boot, timer,
 * verification, lease. {@link #adopt} and {@link #resume} enter after the creation. The ledger decides at each step.
 *
 * <p>A failure before the create request leaves nothing. After it, the instance is searched until it is known. From
 * then on it has a lease, and a failure destroys it. A cancellation interrupts every step but the creation, and thereby
 * makes it fail. Closing the {@link Leases} cancels the rental; whatever the journal says at that moment is true for
 * the next start.
 */
final class Rental {

    private static final Logger LOG = LoggerFactory.getLogger(Rental.class);

    private final LeaseContext context;
    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final SharedLedger ledger;
    private final LeaseRecord.Plan plan;
    private final LeaseTerms terms;
    private final Cancellation cancellation;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();

    /** The record of the last create request, or of the instance; null before there is one. */
    private volatile @Nullable String nonce;

    private volatile String title = "";
    private volatile @Nullable DefaultInstanceLease lease;
    private volatile boolean prepared;

    /** The response HTTP 429 to the last create request, until a list shows whether it was true. */
    private @Nullable RateLimitedException limited;

    Rental(LeaseContext context, LeaseRecord.Plan plan, Cancellation cancellation) {
        this.context = context;
        client = context.client();
        options = context.options();
        ledger = context.ledger();
        this.plan = plan;
        terms = plan.terms();
        this.cancellation = cancellation;
    }

    /** Rents an instance as {@link Leases#rent} says. */
    InstanceLease rent(RentalPlan wanted) {
        return run(() -> {
            nonce = ledger.reserve(known -> known.plan(plan, moment())).nonce();
            GpuModelChoice models = new GpuModelChoice(context, wanted);
            DefaultInstanceLease created = null;
            while (created == null) {
                InstanceRequest request = models.next();
                try {
                    created = create(request, wanted.title());
                } catch (GpuCloudException failure) {
                    models.failed(request, failure);
                }
            }
            Duration bootTimeout = Objects.requireNonNullElse(wanted.bootTimeout(), options.bootTimeout());
            setTimerBeforeBoot(created, bootTimeout, wanted.maxLifetime());
            if (options.startAfterCreate()) {
                start(created, bootTimeout);
            }
            return boot(created, bootTimeout, wanted.maxLifetime());
        });
    }

    /** Leases an existing instance as {@link Leases#adopt} says. */
    InstanceLease adopt(String existing, Duration maxLifetime) {
        return run(() -> {
            Instance found = client.instances().get(existing);
            context.look();
            requireNotStopped(found);
            BigDecimal hourly = price(InstanceRequest.of(found));
            nonce = ledger.reserve(known -> known.adopt(found, plan, hourly, moment()))
                    .nonce();
            title = found.title();
            DefaultInstanceLease adopted = own(found);
            if (options.ownerTitles()) {
                titleIfNone(adopted);
            }
            return boot(adopted, options.bootTimeout(), maxLifetime);
        });
    }

    private static void requireNotStopped(Instance found) {
        if (found.status().isStopped()) {
            throw new WaitFailedException(
                    "instance " + found.instanceUuid() + " does not run any more",
                    found,
                    FailureDetails.of(ApiOperation.LIST_INSTANCES).answered(200, ResultCode.SUCCESS, null),
                    null);
        }
    }

    /** Leases an instance of an ended process again. Its timer stays, unless it has none yet. */
    InstanceLease resume(LeaseRecord taken, Instance found, boolean handedOver, LeaseEvent.Type event) {
        return run(() -> {
            nonce = taken.nonce();
            title = found.title();
            DefaultInstanceLease resumed = own(found);
            Instant end = taken.timer().end();
            prepared = InstanceTitle.isGiven(found);
            if (taken.state() == LeaseState.BOOTING || end == null) {
                titleIfNone(resumed);
                Duration lifetime = Objects.requireNonNullElse(terms.lifetime(), Preconditions.SHUTDOWN_LEAD_TIME);
                resumed = boot(resumed, options.bootTimeout(), lifetime);
            } else {
                resumed.costs(cost(resumed));
                resumed.resume(end, taken.timer().until(), handedOver);
                resumed.watchIdleness();
            }
            event(event, null);
            return resumed;
        });
    }

    /** Goes through steps, which {@link Cancellation} ends. If one fails, the instance is destroyed. */
    private InstanceLease run(Supplier<DefaultInstanceLease> steps) {
        context.shared().rentals.add(this);
        try {
            context.requireOpen();
            cancellation.begin();
            DefaultInstanceLease running = steps.get();
            // If the leases were closed in the meantime, the caller does not get the lease.
            context.requireOpen();
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
                endWithoutLease();
            }
            over.complete(null);
        }
    }

    /** If the leases were closed while the instance booted, or when it had its timer, it may be handed over. */
    private void destroyAfter(Throwable failure) {
        DefaultInstanceLease failed = lease;
        boolean handedOver = failed != null && context.isClosed() && failed.handsOver();
        if (failed != null && !handedOver) {
            failed.closeAfter(failure);
        }
    }

    private static LeasesClosedException closedMeanwhile(GpuCloudException interrupted) {
        LeasesClosedException failure = new LeasesClosedException(interrupted);
        for (Throwable left : interrupted.getSuppressed()) {
            failure.addSuppressed(left);
        }
        return failure;
    }

    /** A create request that may have made an instance is watched: it may be listed late. */
    private void endWithoutLease() {
        String last = nonce;
        if (last != null) {
            ledger.with(known -> {
                LeaseRecord record = known.get(last);
                if (known.isMine(record) && record.state() == LeaseState.PLANNED) {
                    known.failed(last, moment());
                } else if (known.isMine(record)
                        && record.state() == LeaseState.IN_DOUBT
                        && !(context.isLeftToTheNextStart() && limited == null)) {
                    known.abandon(last);
                }
                return record;
            });
            context.watch();
        }
        context.shared().rentals.remove(this);
    }

    // Create.

    /**
     * Creates an instance, and sets its title.
     *
     * @throws CreationOutcomeUnknownException if it is unknown whether it was created, or which instance it is
     * @throws GpuCloudException if it certainly was not created
     * @throws LeaseJournalException if the request cannot be recorded; nothing was sent
     * @throws SpendingLimitException if a limit does not allow it; nothing was sent
     */
    private DefaultInstanceLease create(InstanceRequest request, @Nullable String planTitle) {
        context.look();
        context.destroyEnding()
                .forEach(left -> LOG.warn("an instance that no lease owns is left: {}", left.getMessage()));
        Stopwatch sinceRequest = context.stopwatch();
        DefaultInstanceLease created;
        // A search that is interrupted might not name what it has found.
        cancellation.complete();
        try {
            created = own(madeDespiteLimit().orElseGet(() -> {
                goOnAfterDoubt();
                title = InstanceTitle.of(context.owner(), nonce(), planTitle);
                return send(request);
            }));
        } finally {
            cancellation.completed();
        }
        event(LeaseEvent.Type.CREATED, null);
        title(created, sinceRequest);
        return created;
    }

    private String nonce() {
        return Objects.requireNonNull(nonce);
    }

    private LeaseRecord record() {
        return ledger.get(nonce());
    }

    private Moment moment() {
        return ledger.moment();
    }

    /** Nothing shows an instance of the last create request, so another one may be sent. */
    private void goOnAfterDoubt() {
        if (record().state() == LeaseState.IN_DOUBT) {
            nonce = ledger.reserve(known -> known.goOn(nonce(), moment())).nonce();
            context.watch();
        }
    }

    /**
     * The instance of the last create request, if the service has responded with HTTP 429 although it created one.
     *
     * @throws RateLimitedException if the list does not say that
     * @throws CreationOutcomeUnknownException if an instance may be the one of the request
     */
    private Optional<Instance> madeDespiteLimit() {
        RateLimitedException rejection = limited;
        if (rejection == null) {
            return Optional.empty();
        }
        if (record().state() == LeaseState.BOOTING) {
            limited = null;
            return Optional.of(listed(record()));
        }
        if (!ledger.with(Ledger::isListComplete)) {
            throw rejection;
        }
        limited = null;
        return ledger.candidates(nonce()).isEmpty() ? Optional.empty() : Optional.of(search(rejection));
    }

    private Instance listed(LeaseRecord booting) {
        String instanceUuid = Objects.requireNonNull(booting.instanceUuid());
        return Objects.requireNonNull(ledger.with(known -> known.listed(instanceUuid)));
    }

    /** Without retries: the rental repeats the request itself, so that it can be cancelled in a pause. */
    private Instance send(InstanceRequest request) {
        BigDecimal hourly = price(request);
        GpuCloudException failure;
        try {
            ledger.send(nonce(), request, hourly);
            event(LeaseEvent.Type.CREATING, null);
            Instance created = request.create(context.once().instances());
            if (isOurs(created)) {
                return created;
            }
            return search(notCreated(request, created));
        } catch (CreationOutcomeUnknownException unknown) {
            throw unknown;
        } catch (GpuCloudException thrown) {
            failure = thrown;
        } catch (RuntimeException notSent) {
            // The client throws its own exceptions for everything that happens after the request is sent.
            if (record().state() == LeaseState.CREATING) {
                ledger.with(known -> known.rejected(nonce()));
            }
            throw notSent;
        } catch (Error thrown) {
            // An error does not show whether the request took effect.
            failure =
                    inDoubt(request, "the program failed: " + thrown.getClass().getSimpleName(), thrown);
        }
        if (failure.mayHaveTakenEffect()) {
            ledger.with(known -> known.lost(nonce()));
            return search(failure);
        }
        if (failure instanceof RateLimitedException rejection) {
            ledger.with(known -> known.limited(nonce()));
            limited = rejection;
        } else {
            ledger.with(known -> known.rejected(nonce()));
        }
        throw failure;
    }

    /** Whether the response names an instance that the request can have made. A new title would hide another one. */
    private boolean isOurs(Instance created) {
        if (!options.soleUser()) {
            lookOnce();
        }
        boolean ofAnother = InstanceTitle.isOfAnother(created, nonce());
        Function<Ledger, LeaseRecord> change =
                known -> ofAnother ? known.lost(nonce()) : known.created(nonce(), created.instanceUuid(), moment());
        LeaseRecord record;
        try {
            record = ledger.reserve(change);
        } catch (LeaseJournalException unreadable) {
            LOG.warn("instance {} may have another owner: {}", created.instanceUuid(), unreadable.getMessage());
            record = ledger.with(change);
        }
        return record.state() == LeaseState.BOOTING;
    }

    private void lookOnce() {
        try {
            context.look(context.once());
        } catch (RuntimeException unreadable) {
            LOG.debug("the list cannot be read: {}", unreadable.getMessage());
        }
    }

    /**
     * Searches the instance of a request in doubt.
     *
     * @throws CreationOutcomeUnknownException if it is not found. The request may be repeated if no list shows one
     */
    private Instance search(GpuCloudException failure) {
        event(LeaseEvent.Type.IN_DOUBT, failure);
        try {
            Instance found = new InstanceSearch(context, nonce(), failure).run();
            LOG.warn("instance {} is adopted", found.instanceUuid());
            return found;
        } catch (CreationOutcomeUnknownException unknown) {
            boolean wasLimited = record().isLimited();
            if (unknown.mayRepeat() && wasLimited) {
                throw failure;
            }
            if (!unknown.mayRepeat() && !context.isLeftToTheNextStart()) {
                ledger.with(known -> known.report(nonce()));
            }
            throw unknown;
        }
    }

    private static GpuCloudException notCreated(InstanceRequest request, Instance other) {
        String summary = "the response names instance " + other.instanceUuid() + ", which this request did not create";
        return inDoubt(request, summary, null);
    }

    private static GpuCloudException inDoubt(InstanceRequest request, String summary, @Nullable Throwable cause) {
        FailureDetails facts = FailureDetails.of(request.operation()).withMayHaveTakenEffect(true);
        return new TransportException(summary, facts, true, cause);
    }

    // Prices.

    /**
     * The largest plausible hourly price of the requested instance; null if nothing limits money. Sets the prices of
     * other records that count and have none.
     *
     * @throws NoMatchingGpuException if it is not listed
     */
    private @Nullable BigDecimal price(InstanceRequest request) {
        if (!options.limitsMoney()) {
            return null;
        }
        List<LeaseRecord> unpriced = ledger.current(known -> known.unpriced(moment()));
        List<InstanceRequest> requests = new ArrayList<>(List.of(request));
        unpriced.forEach(record -> request(record).ifPresent(requests::add));
        PriceList prices = PriceList.of(client, requests);
        for (LeaseRecord record : unpriced) {
            request(record)
                    .flatMap(prices::of)
                    .ifPresent(hourly -> ledger.with(known -> known.price(record.nonce(), hourly)));
        }
        return prices.of(request)
                .orElseThrow(() -> new NoMatchingGpuException(
                        "limits of money need a listed price",
                        Map.of(request.gpuUuid(), "no hourly price of the model or its pod is listed"),
                        FailureDetails.of(ApiOperation.LIST_GPUS).answered(200, ResultCode.SUCCESS, null),
                        null));
    }

    private Optional<InstanceRequest> request(LeaseRecord record) {
        LeaseRecord.Request sent = record.request();
        String instance = record.instanceUuid();
        return sent != null
                ? Optional.of(sent.content())
                : Optional.ofNullable(instance)
                        .map(known -> ledger.with(seen -> seen.listed(known)))
                        .map(InstanceRequest::of);
    }

    /** The prices of the instance, which are null if they cannot be read. A rental does not fail without them. */
    private LeaseCost cost(DefaultInstanceLease owned) {
        LeaseCost unknown = owned.cost();
        Instance instance = owned.instance();
        try {
            PriceList prices = PriceList.of(context.once(), List.of(InstanceRequest.of(instance)));
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

    // Title, boot and timer.

    private DefaultInstanceLease own(Instance instance) {
        DefaultInstanceLease owned = new DefaultInstanceLease(this, context, instance, nonce());
        prepared = false;
        lease = owned;
        return owned;
    }

    private void titleIfNone(DefaultInstanceLease owned) {
        if (!InstanceTitle.isGiven(owned.instance())) {
            title = InstanceTitle.of(context.owner(), nonce(), null);
            title(owned, context.stopwatch());
        }
    }

    /**
     * Gives the instance a title, so that a sweep recognizes it even if this program ends before the timer is set. With
     * {@link AccountUse#OWNER_TITLES}, others destroy an instance without a title, so this one is destroyed if it has
     * none in time.
     */
    private void title(DefaultInstanceLease owned, Stopwatch sinceRequest) {
        GpuCloudException failure = rename(owned, title);
        while (options.ownerTitles() && failure != null && !sinceRequest.hasReached(options.window())) {
            sleep(owned, sinceRequest, options.interval(), failure);
            failure = rename(owned, title);
        }
        if (options.ownerTitles() && sinceRequest.hasReached(options.window())) {
            titlesRejected(failure != null && !BackOff.isTemporary(failure));
            throw noTitleInTime(owned, failure);
        }
        if (failure != null && context.shared().renameWarned.compareAndSet(false, true)) {
            LOG.warn(
                    "instance {} cannot be renamed, so sweeps cannot recognize it by its owner: {}",
                    owned.instanceUuid(),
                    failure.getMessage());
        }
    }

    private @Nullable GpuCloudException rename(DefaultInstanceLease owned, String title) {
        try {
            client.instances().updateTitle(owned.instanceUuid(), title);
            titlesRejected(false);
            return null;
        } catch (GpuCloudException failure) {
            return failure;
        }
    }

    private void titlesRejected(boolean rejected) {
        ledger.with(known -> {
            known.titlesRejected(rejected);
            return rejected;
        });
    }

    private WaitTimeoutException noTitleInTime(DefaultInstanceLease owned, @Nullable GpuCloudException failure) {
        String summary =
                "instance " + owned.instanceUuid() + " has no title within " + DurationText.of(options.window());
        FailureDetails facts =
                failure == null ? FailureDetails.of(ApiOperation.UPDATE_INSTANCE_TITLE) : failure.failure();
        return new WaitTimeoutException(summary, owned.instance(), facts, failure);
    }

    /**
     * If the program is killed during the boot, this timer ends the instance. A service may reject it, because the
     * instance does not run yet.
     */
    private void setTimerBeforeBoot(DefaultInstanceLease created, Duration bootTimeout, Duration maxLifetime) {
        Instant latestBoot = client.timer().now().plus(bootTimeout);
        Duration every = terms.renewEvery();
        Duration lifetime = every == null ? maxLifetime : every.plus(Preconditions.SHUTDOWN_LEAD_TIME);
        try {
            client.withOptions(changed -> changed.maxAttempts(1))
                    .instances()
                    .scheduleShutdown(created.instanceUuid(), latestBoot.plus(lifetime));
        } catch (GpuCloudException rejected) {
            LOG.debug("instance {} has no timer before it runs: {}", created.instanceUuid(), rejected.getMessage());
        }
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
    private DefaultInstanceLease boot(DefaultInstanceLease owned, Duration bootTimeout, Duration maxLifetime) {
        // Closed leases send nothing any more, neither a title nor a timer.
        prepared |= !context.isClosed();
        // The boot may cost too.
        owned.costs(cost(owned));
        event(LeaseEvent.Type.BOOTING, null);
        Stopwatch stopwatch = context.stopwatch();
        WaitOptions waiting = owned.waiting(bootTimeout);
        owned.seen(client.instances().waitUntilRunning(owned.instanceUuid(), waiting));
        if (isOfAnother(owned)) {
            DefaultInstanceLease found = own(searchOther(owned));
            title(found, context.stopwatch());
            return boot(found, bootTimeout, maxLifetime);
        }
        Duration least = stopwatch.elapsed().plus(options.window());
        Instant until = client.timer().now().plus(maxLifetime);
        boolean renewed = terms.renewEvery() != null;
        Instant end = renewed ? owned.renewedBefore(until) : until;
        repeat(
                owned,
                stopwatch,
                least.compareTo(bootTimeout) > 0 ? least : bootTimeout,
                () -> owned.setTimer(end, renewed ? until : null));
        if (renewed) {
            owned.renew(until);
        }
        owned.watchIdleness();
        event(LeaseEvent.Type.RUNNING, null);
        return owned;
    }

    /** Another rental may have got the same identifier at the same moment. The later title counts. */
    private boolean isOfAnother(DefaultInstanceLease owned) {
        if (record().request() == null || options.soleUser() || !InstanceTitle.isOfAnother(owned.instance(), nonce())) {
            return false;
        }
        lookOnce();
        return record().state() == LeaseState.IN_DOUBT;
    }

    private Instance searchOther(DefaultInstanceLease left) {
        lease = null;
        InstanceRequest request = Objects.requireNonNull(record().request()).content();
        return search(notCreated(request, left.instance()));
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

    private static void sleep(
            DefaultInstanceLease owned, Stopwatch stopwatch, Duration pause, GpuCloudException failure) {
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new WaitFailedException("interrupted", owned.instance(), failure.failure(), stopped);
        }
    }

    void event(LeaseEvent.Type type, @Nullable Throwable cause) {
        DefaultInstanceLease owned = lease;
        context.publish(new LeaseEvent(
                type,
                client.timer().now(),
                tag(),
                title,
                owned == null ? null : owned.instanceUuid(),
                owned == null || !owned.hasTimer() ? null : owned.endsAt(),
                owned == null ? null : owned.cost(),
                cause));
    }

    /** Ends the rental. The create request in progress is completed first, and the search for its instance. */
    void close() {
        cancellation.close();
    }

    /** Whether its caller has the lease, or waits for it. */
    boolean isWanted() {
        return over.isDone() || cancellation.isWanted();
    }

    /** Whether its instance has everything that it gets before its boot, such as a title. */
    boolean isPrepared() {
        return prepared;
    }

    /** Waits until the rental has failed or has its lease, unless that happens on this thread. */
    void awaitSteps() {
        if (!runsOnThisThread()) {
            over.join();
        }
    }

    boolean runsOnThisThread() {
        return cancellation.runsOnThisThread();
    }

    // Each Leases has one context.
    @SuppressWarnings("ReferenceEquality")
    boolean belongsTo(LeaseContext leases) {
        return context == leases;
    }

    boolean has(String record) {
        return record.equals(nonce);
    }

    /** The lease has ended. */
    void leaseEnded() {
        context.shared().rentals.remove(this);
    }

    /** A list has shown that the instance has ended. */
    void lost() {
        DefaultInstanceLease owned = lease;
        if (owned != null) {
            owned.lost();
        }
    }

    @Nullable
    String tag() {
        return terms.tag();
    }

    /** The state of the rental; empty if it has an open lease. */
    Optional<PendingLease> pending() {
        DefaultInstanceLease owned = lease;
        String last = nonce;
        if (owned != null && owned.isOpen()) {
            return Optional.empty();
        }
        LeaseRecord record = last == null ? null : ledger.get(last);
        // After a request that failed, it may send another.
        if (record == null || record.state() == LeaseState.FAILED) {
            return Optional.of(new PendingLease(LeaseState.PLANNED, false, tag(), null));
        }
        // Its listeners do not know yet that it has ended.
        LeaseState state = record.state() == LeaseState.ENDED ? LeaseState.ENDING : record.state();
        return Optional.of(new PendingLease(state, false, tag(), record.instanceUuid()));
    }

    /** The lease, from the moment at which the instance is known. */
    @Nullable
    DefaultInstanceLease lease() {
        return lease;
    }
}
