package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease, from the response to the create request on. The caller gets it when the instance runs. */
final class DefaultInstanceLease implements InstanceLease {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultInstanceLease.class);

    private final Rental rental;
    private final LeaseContext context;
    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final SharedLedger ledger;
    private final String nonce;
    private final LeaseTimer timer;

    /** Held while the instance is destroyed, so that one request does it. */
    private final ReentrantLock destruction = new ReentrantLock();

    /** Held while the lifetime is extended. Closing does not wait for it. */
    private final ReentrantLock extension = new ReentrantLock();

    private volatile Instance instance;
    private volatile LeaseRecord record;
    private volatile @Nullable BigDecimal perHourBilled;
    private volatile @Nullable Instant ended;
    private volatile boolean closing;

    /** Whether its caller has closed it, although the request to destroy it may not be sent yet. */
    private volatile boolean closed;

    /** Why the journal does not say that the instance is handed over. */
    private volatile @Nullable LeaseJournalException unrecorded;

    private final BackOff renewalPauses;
    private Upkeep.@Nullable Task renewal;
    private volatile @Nullable IdleWatch idleWatch;
    private volatile boolean prepared;

    /** Owns an instance until the lease ends, which the rental then knows. */
    DefaultInstanceLease(Rental rental, LeaseContext context, Instance instance, String nonce) {
        this.rental = rental;
        this.context = context;
        client = context.client();
        options = context.options();
        ledger = context.ledger();
        this.instance = instance;
        this.nonce = nonce;
        record = ledger.get(nonce);
        renewalPauses = new BackOff(options.interval());
        timer = new LeaseTimer(client, options, context.clock(), instance.instanceUuid());
    }

    /** The record now. Long after the end of the lease, the ledger has erased it. */
    private LeaseRecord record() {
        ledger.find(nonce).ifPresent(latest -> record = latest);
        return record;
    }

    LeaseState state() {
        return record().state();
    }

    private boolean isOwned() {
        LeaseRecord now = record();
        return now.state().isOwned() && ledger.isMine(now) && !closing;
    }

    /** The instance was listed. */
    void seen(Instance listed) {
        instance = listed;
    }

    /** A list has shown that the instance is shut down or gone. It still has to be destroyed if it is listed. */
    void lost() {
        if (timer.isSet()) {
            context.shared().lost.incrementAndGet();
            rental.event(LeaseEvent.Type.LOST, null);
        }
    }

    /** Whether a list has shown that the instance still runs after its end: its timer does not work. */
    private boolean isOverdue() {
        return state() == LeaseState.ENDING && !closing;
    }

    /** Whether a list has shown that the lease ends now: the instance is overdue, or lost and not to be kept. */
    boolean mustEnd() {
        boolean lost = state() == LeaseState.LOST && timer.isSet() && !closing;
        return isOverdue() || (lost && options.whenLost() == LostPolicy.DESTROY);
    }

    @Override
    public Instance refresh() {
        requireOwned();
        context.look();
        Instance listed = ledger.with(known -> known.listed(instanceUuid()));
        instance = listed == null ? client.instances().get(instanceUuid()) : listed;
        return instance;
    }

    @Override
    public boolean isOpen() {
        LeaseRecord now = record();
        return now.state() == LeaseState.RUNNING && ledger.isMine(now) && !closing;
    }

    @Override
    public LeaseCost cost() {
        LeaseRecord now = record();
        Instant since =
                Objects.requireNonNullElse(now.cost().since(), client.timer().now());
        Instant end = ended;
        return new LeaseCost(
                since, end == null ? client.timer().now() : end, now.cost().hourly(), perHourBilled);
    }

    @Override
    public void put(String key, String value) {
        ledger.with(known -> {
            requireOwned();
            return known.put(nonce, key, value);
        });
    }

    @Override
    public Map<String, String> data() {
        return record().plan().data();
    }

    @Override
    public void touch() {
        IdleWatch watch = idleWatch;
        if (watch != null) {
            watch.touch();
        }
    }

    /** From now on, the lease ends when it is idle. */
    void watchIdleness() {
        LeaseRecord now = record();
        Duration timeout = now.plan().terms().idleTimeout();
        if (timeout != null) {
            idleWatch = new IdleWatch(this, timeout, context, now.isLeft(), this::endIdle);
        }
    }

    private void endIdle() {
        if (isOpen()) {
            rental.event(LeaseEvent.Type.IDLE, null);
            close();
        } else if (state() == LeaseState.ENDING) {
            // The last attempt has failed.
            close();
        }
    }

    /** Continues with the timer that an ended process has set. Only a verified one was handed over. */
    void resume(Instant end, @Nullable Instant until, boolean wasHandedOver) {
        timer.resume(end, wasHandedOver, instance);
        if (until != null) {
            renew(until);
        }
    }

    @Override
    public Instance awaitReachable(Predicate<Instance> probe, Duration timeout) {
        Objects.requireNonNull(probe, "probe");
        WaitOptions waiting =
                waiting(timeout).toBuilder().onPoll(progress -> requireOwned()).build();
        requireOwned();
        try {
            // The last poll of the boot showed the instance, and the next one has to wait for the interval.
            Instance known = instance;
            boolean reached = known.isRunning() && !known.serverUrls().isEmpty() && probe.test(known);
            if (!reached) {
                instance = client.instances().waitUntilReachable(instanceUuid(), probe, waiting);
            }
            return instance;
        } catch (RuntimeException | Error failure) {
            closeAfter(failure);
            throw failure;
        }
    }

    /** Wait options that tolerate a missing instance for {@link LeaseOptions#window()}, because the list may lag. */
    WaitOptions waiting(Duration timeout) {
        Duration interval = options.interval();
        return WaitOptions.builder()
                .intervals(interval, 1, interval)
                .timeout(timeout)
                .absences((int) options.window().dividedBy(interval) + 1)
                .build();
    }

    /** Destroys the instance after a failure, unless that has destroyed it. */
    void closeAfter(Throwable failure) {
        if (failure instanceof TimerNotConfirmedException) {
            return;
        }
        try {
            close();
        } catch (RuntimeException left) {
            failure.addSuppressed(left);
        }
    }

    @Override
    public Instant extend(Duration more) {
        Preconditions.positive(more, "more");
        extension.lock();
        try {
            requireOwned();
            Instant until = record().timer().until();
            if (until != null) {
                Instant later = until.plus(more);
                reserve(later);
                record(new LeaseRecord.Timer(timer.endsAt(), later));
                renew(later);
                return later;
            }
            Instant end = timer.endsAt().plus(more);
            reserve(end);
            setTimer(end, null);
            rental.event(LeaseEvent.Type.RENEWED, null);
            return timer.endsAt();
        } finally {
            extension.unlock();
        }
    }

    private void reserve(Instant end) {
        ledger.reserve(known -> known.extend(nonce, end, ledger.moment()));
    }

    /** Renews the timer from now on, until the end of the lifetime. */
    void renew(Instant until) {
        if (renewal == null) {
            renewal = context.upkeep().task(this::renew);
        }
        renewal.in(renewedBefore(until).isAfter(timer.endsAt()) ? Duration.ZERO : every());
    }

    private Duration every() {
        return Objects.requireNonNull(record().plan().terms().renewEvery());
    }

    /** The end to which the timer is renewed now: one pause further than the service accepts, within the lifetime. */
    Instant renewedBefore(Instant until) {
        return Moment.earlier(until, timer.earliest().plus(every()));
    }

    private void renew() {
        Instant until = record().timer().until();
        if (!isOpen() || until == null) {
            return;
        }
        Instant end = renewedBefore(until);
        Duration next = every();
        if (end.isAfter(timer.endsAt()) && !timer.earliest().isAfter(end)) {
            next = renewedTo(end) ? next : renewalPauses.afterFailure();
        }
        if (renewal != null && timer.endsAt().isBefore(until)) {
            renewal.in(next);
        }
    }

    private boolean renewedTo(Instant end) {
        extension.lock();
        try {
            setTimer(end, record().timer().until());
            renewalPauses.afterSuccess();
            rental.event(LeaseEvent.Type.RENEWED, null);
            return true;
        } catch (RuntimeException failure) {
            if (isOpen()) {
                context.shared().renewalFailures.incrementAndGet();
                rental.event(LeaseEvent.Type.RENEWAL_FAILED, failure);
            }
            return false;
        } finally {
            extension.unlock();
        }
    }

    /**
     * Sets the timer. Before it is set for the first time, no caller has the lease.
     *
     * @param until the end of the lifetime, or null if the timer is not renewed
     */
    void setTimer(Instant end, @Nullable Instant until) {
        ShutdownTimerVerification verification = timer.set(end, () -> closing);
        if (verification.instance() != null) {
            instance = verification.instance();
        }
        if (timer.requiresDestruction(verification)) {
            if (context.isClosed() && boots()) {
                throw new WaitFailedException(
                        "the leases were closed before the timer was verified",
                        instance,
                        FailureDetails.of(ApiOperation.LIST_INSTANCES),
                        null);
            }
            throw timer.isUnchanged(verification)
                    ? TimerNotConfirmedException.unchanged(instanceUuid(), verification)
                    : destroyed(verification);
        }
        record(new LeaseRecord.Timer(timer.endsAt(), until));
    }

    /** Records the timer, unless the lease was closed in the meantime. */
    private void record(LeaseRecord.Timer set) {
        ledger.with(known -> {
            LeaseRecord now = record();
            if (!isOwned()) {
                return now;
            }
            return now.state() == LeaseState.BOOTING
                    ? known.running(nonce, set, ledger.moment())
                    : known.timed(nonce, set);
        });
    }

    /** Destroys the instance, and returns the exception that says so. */
    private TimerNotConfirmedException destroyed(ShutdownTimerVerification verification) {
        try {
            close();
            return new TimerNotConfirmedException(instanceUuid(), verification, null);
        } catch (InstanceNotDestroyedException left) {
            return new TimerNotConfirmedException(instanceUuid(), verification, left);
        }
    }

    @Override
    public Instance keep() {
        ledger.with(known -> {
            LeaseRecord now = record();
            if (now.state().isOver() || !ledger.isMine(now)) {
                throw closed();
            }
            if (closing || now.state() == LeaseState.ENDING) {
                throw new IllegalStateException(
                        "instance " + instanceUuid() + " cannot be kept: a request to destroy it may have been sent");
            }
            // Otherwise it would be destroyed after a crash.
            return now.state() == LeaseState.KEPT ? now : known.keep(nonce);
        });
        end(null, null);
        return instance;
    }

    @Override
    public void close() {
        closed = true;
        destruction.lock();
        try {
            if (isOverdue()) {
                rental.event(LeaseEvent.Type.OVERDUE, null);
            }
            prepare();
            LeaseRecord ending = beginClosing();
            if (ending != null) {
                rental.event(LeaseEvent.Type.ENDING, null);
                context.destroy(ending, () -> false);
                end(LeaseEvent.Type.ENDED, null);
            }
        } catch (InstanceNotDestroyedException left) {
            rental.event(LeaseEvent.Type.NOT_DESTROYED, left);
            throw left;
        } finally {
            destruction.unlock();
        }
    }

    boolean closesOnThisThread() {
        return destruction.isHeldByCurrentThread();
    }

    /** Whether the caller has work to do before the instance is destroyed. */
    boolean mustPrepare() {
        return options.beforeDestroy() != null && isOpen() && !prepared;
    }

    private void prepare() {
        BeforeDestroy work = options.beforeDestroy();
        if (work == null || !mustPrepare()) {
            return;
        }
        prepared = true;
        Instant end = client.timer().now().plus(work.longest());
        if (end.isAfter(timer.endsAt())) {
            try {
                Instant later = Moment.later(end, timer.earliest());
                reserve(later);
                client.instances().scheduleShutdown(instanceUuid(), later);
                record(new LeaseRecord.Timer(later, record().timer().until()));
            } catch (RuntimeException limited) {
                LOG.warn("the timer of {} stays at {}: {}", this, timer.endsAt(), limited.getMessage());
            }
        }
        work.run(this);
    }

    /** Records that the instance is ending. Returns null if the lease is over. */
    @Nullable
    LeaseRecord beginClosing() {
        if (ledger.with(known ->
                state() == LeaseState.LOST && ledger.isMine(record()) && known.endLost(nonce, ledger.moment()))) {
            end(LeaseEvent.Type.ENDED, null);
            return null;
        }
        LeaseRecord ending = ledger.with(known -> {
            LeaseRecord now = record();
            boolean owned = now.state().isOwned() || now.state() == LeaseState.ENDING;
            if (!owned || !ledger.isMine(now)) {
                return null;
            }
            closing = true;
            return now.state() == LeaseState.ENDING ? now : known.ending(nonce);
        });
        if (ending == null) {
            end(null, null);
        }
        return ending;
    }

    @Override
    public CompletableFuture<@Nullable Void> closeAsync() {
        closed = true;
        return context.executor().run(this::close);
    }

    /** Whether the next start gets the instance. Otherwise, it has to be destroyed. */
    boolean mayBeHandedOver() {
        if (options.onClose() != OnClose.HAND_OVER || closed) {
            return false;
        }
        if (boots()) {
            return rental.isWanted() && rental.isPrepared();
        }
        return isOpen()
                && rental.isWanted()
                && timer.isVerified()
                && !context.clock().hasPassed(timer.endsAt(), Duration.ZERO);
    }

    private boolean boots() {
        LeaseRecord now = record();
        return now.state() == LeaseState.BOOTING && ledger.isMine(now) && !closing;
    }

    /** Hands the instance of closed leases over if the journal can say so. Returns false if it has to be destroyed. */
    boolean handsOver() {
        return mayBeHandedOver() && ledger.awaitHandOver() && handOver(null);
    }

    /**
     * Returns false if its caller closes it at this moment.
     *
     * @param failure why the journal does not say that it is handed over; null if it does
     */
    boolean handOver(@Nullable LeaseJournalException failure) {
        if (!ledger.handOver(nonce)) {
            return false;
        }
        if (failure != null) {
            // The timer limits what the instance costs, and its job is worth more.
            LOG.error("{}; instance {} runs on until {}", failure.getMessage(), instanceUuid(), timer.endsAt());
        }
        unrecorded = failure;
        end(LeaseEvent.Type.HANDED_OVER, failure);
        return true;
    }

    /**
     * Nothing renews the timer of a lease that is handed over before the next start.
     *
     * @throws LeaseJournalException if the hand-over is not recorded
     */
    void awaitNextStart() {
        Instant until = record().timer().until();
        if (until != null) {
            Instant end = Moment.earlier(until, client.timer().now().plus(options.handOverTime()));
            if (end.isAfter(timer.endsAt())
                    && !timer.set(end, () -> false).moment().isBefore(end)) {
                LeaseRecord.Timer set = new LeaseRecord.Timer(timer.endsAt(), until);
                ledger.reserve(known -> known.timedAfterHandOver(nonce, set));
            }
        }
        if (unrecorded != null) {
            throw unrecorded;
        }
    }

    /**
     * Ends the lease. It is pending until the listeners know, so that a program that asks meanwhile is not ahead of
     * them.
     *
     * @param type the event; null if there is none, or was one before
     */
    private void end(LeaseEvent.@Nullable Type type, @Nullable Throwable cause) {
        ended = client.timer().now();
        if (renewal != null) {
            renewal.end();
        }
        IdleWatch watch = idleWatch;
        if (watch != null) {
            watch.end();
        }
        try {
            if (type != null) {
                rental.event(type, cause);
            }
        } finally {
            rental.leaseEnded();
        }
    }

    private void requireOwned() {
        if (!isOwned()) {
            throw closed();
        }
    }

    private IllegalStateException closed() {
        return new IllegalStateException("the lease of instance " + instanceUuid() + " is over");
    }

    @Override
    public String instanceUuid() {
        return instance.instanceUuid();
    }

    @Override
    public @Nullable String tag() {
        return record().tag();
    }

    @Override
    public Instance instance() {
        return instance;
    }

    void costs(LeaseCost known) {
        perHourBilled = known.perHourBilled();
        BigDecimal hourly = known.perHourAtMost();
        if (hourly != null && record().cost().hourly() == null) {
            ledger.with(changed -> changed.price(nonce, hourly));
        }
    }

    /** Whether the shutdown timer is set, so that the caller has the lease or gets it next. */
    boolean hasTimer() {
        return timer.isSet();
    }

    @Override
    public Instant endsAt() {
        return timer.endsAt();
    }

    @Override
    public Instant lastsUntil() {
        return Objects.requireNonNullElse(record().timer().last(), endsAt());
    }

    @Override
    public boolean timerVerified() {
        return timer.isVerified();
    }

    @Override
    public String toString() {
        return "InstanceLease[" + instanceUuid() + "]";
    }
}
