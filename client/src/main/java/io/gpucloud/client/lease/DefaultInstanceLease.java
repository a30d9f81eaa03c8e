package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
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

    private enum Owner {
        LEASE,
        CALLER,
        NOBODY
    }

    private static final Logger LOG = LoggerFactory.getLogger(DefaultInstanceLease.class);
    private static final int MOST_DATA = 4096;

    private final Rental rental;
    private final LeaseContext context;
    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final LeaseTimer timer;

    /** Held for a moment, while the owner changes. */
    private final ReentrantLock ownership = new ReentrantLock();

    /** Held while the instance is destroyed, so that one request does it. */
    private final ReentrantLock destruction = new ReentrantLock();

    /** Held while the lifetime is extended. Closing does not wait for it. */
    private final ReentrantLock extension = new ReentrantLock();

    private volatile Owner owner = Owner.LEASE;
    private volatile Instance instance;
    private volatile Leased record;
    private volatile LeaseCost cost;
    private volatile boolean closing;

    /** Whether the instance has been seen shut down. */
    private volatile boolean lost;

    private volatile boolean handedOver;

    /** Why the journal does not say that the instance is handed over. */
    private volatile @Nullable LeaseJournalException unrecorded;

    private final AbsenceProof absence;
    private final BackOff renewalPauses;
    private Upkeep.@Nullable Task renewal;

    /** Owns an instance until the lease ends, which the rental then knows. */
    DefaultInstanceLease(Rental rental, LeaseContext context, Instance instance, Leased record) {
        this.rental = rental;
        this.context = context;
        client = context.client();
        options = context.options();
        this.instance = instance;
        this.record = record;
        cost = new LeaseCost(record.at(), record.at(), null, null);
        absence = new AbsenceProof(options.window());
        renewalPauses = new BackOff(options.interval());
        timer = new LeaseTimer(client, options, instance.instanceUuid());
    }

    /** The instance was listed. If it is shut down, the lease is lost, and the instance still has to be destroyed. */
    void seen(Instance listed) {
        instance = listed;
        absence.listed();
        boolean ended = listed.status().isStopped() && !listed.status().equals(InstanceStatus.SHUTTING_DOWN);
        if (ended && isOpen()) {
            lost = true;
            context.state().lost.incrementAndGet();
            event(LeaseEvent.Type.LOST, null);
        }
    }

    /** Destroys the instance if it still runs after its end: a service may list a timer that it never executes. */
    void closeIfOverdue() {
        Instant until = Objects.requireNonNullElse(record.until(), timer.endsAt());
        Duration tolerance = options.clockTolerance().plus(options.window());
        if (isOpen() && instance.isRunning() && client.timer().now().isAfter(until.plus(tolerance))) {
            event(LeaseEvent.Type.OVERDUE, null);
            close();
        }
    }

    /** A complete list does not show the instance. After the whole window it is gone. */
    void missing() {
        ownership.lock();
        try {
            if (owner == Owner.LEASE && !closing && timer.isSet() && absence.missing(context.elapsed())) {
                context.journal().record(new Over(record.id()));
                release(Owner.NOBODY);
                context.state().lost.incrementAndGet();
                event(LeaseEvent.Type.LOST, null);
            }
        } finally {
            ownership.unlock();
        }
    }

    private void event(LeaseEvent.Type type, @Nullable Throwable cause) {
        rental.event(type, cause);
    }

    @Override
    public Instance refresh() {
        requireOwned();
        seen(client.instances().get(instanceUuid()));
        return instance;
    }

    @Override
    public boolean isOpen() {
        return owner == Owner.LEASE && !closing && !lost && timer.isSet();
    }

    // Each Leases has one context.
    @SuppressWarnings("ReferenceEquality")
    boolean belongsTo(LeaseContext leases) {
        return context == leases;
    }

    @Override
    public LeaseCost cost() {
        LeaseCost known = cost;
        return owner == Owner.LEASE
                ? new LeaseCost(known.since(), client.timer().now(), known.perHourAtMost(), known.perHourBilled())
                : known;
    }

    @Override
    public void put(String key, String value) {
        ownership.lock();
        try {
            requireOwned();
            Map<String, String> data = new HashMap<>(data());
            data.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
            int bytes = data.entrySet().stream()
                    .mapToInt(entry -> (entry.getKey() + entry.getValue()).getBytes(StandardCharsets.UTF_8).length)
                    .sum();
            Preconditions.require(bytes <= MOST_DATA, "the data of a lease must have 4 KiB or less");
            Leased changed = record.with(data);
            context.journal().require(changed, "the data of instance " + instanceUuid() + " was not changed");
            record = changed;
        } finally {
            ownership.unlock();
        }
    }

    @Override
    public Map<String, String> data() {
        return Objects.requireNonNullElse(record.data(), Map.of());
    }

    /** Continues with the timer that an ended process has set. Only a verified one was handed over. */
    void resume(Instant endsAt, boolean handedOver) {
        timer.resume(endsAt, handedOver, instance);
        recordTimer();
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
            Instant until = record.until();
            if (until != null) {
                Instant later = until.plus(more);
                context.limits().extend(instanceUuid(), later);
                renewUntil(later);
                return later;
            }
            Instant end = timer.endsAt().plus(more);
            context.limits().extend(instanceUuid(), end);
            setTimer(end);
            event(LeaseEvent.Type.RENEWED, null);
            return timer.endsAt();
        } finally {
            extension.unlock();
        }
    }

    /** Sets the end of the lifetime, until which the timer is renewed. */
    void livesUntil(Instant until) {
        ownership.lock();
        try {
            record = record.until(until);
        } finally {
            ownership.unlock();
        }
    }

    /** Renews the timer from now on, until the end of the lifetime. */
    void renewUntil(Instant until) {
        livesUntil(until);
        recordTimer();
        if (renewal == null) {
            renewal = context.upkeep().task(this::renew);
        }
        renewal.in(renewedBefore(until).isAfter(timer.endsAt()) ? Duration.ZERO : every());
    }

    private Duration every() {
        return Objects.requireNonNull(record.terms().renewEvery());
    }

    /** The end to which the timer is renewed now: one pause further than the service accepts, within the lifetime. */
    Instant renewedBefore(Instant until) {
        return earlier(until, timer.earliest().plus(every()));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private void renew() {
        Instant until = record.until();
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
            setTimer(end);
            renewalPauses.afterSuccess();
            event(LeaseEvent.Type.RENEWED, null);
            return true;
        } catch (RuntimeException failure) {
            if (isOpen()) {
                context.state().renewalFailures.incrementAndGet();
                event(LeaseEvent.Type.RENEWAL_FAILED, failure);
            }
            return false;
        } finally {
            extension.unlock();
        }
    }

    /** Sets the timer. Before it is set for the first time, no caller has the lease. */
    void setTimer(Instant end) {
        ShutdownTimerVerification verification = timer.set(end, () -> closing);
        if (verification.instance() != null) {
            instance = verification.instance();
        }
        if (timer.requiresDestruction(verification)) {
            throw timer.isUnchanged(verification)
                    ? TimerNotConfirmedException.unchanged(instanceUuid(), verification)
                    : destroyed(verification);
        }
        recordTimer();
    }

    /** Records the timer, unless the lease was closed in the meantime. */
    private void recordTimer() {
        ownership.lock();
        try {
            if (owner == Owner.LEASE) {
                record = changed(State.OWNED, timer.endsAt());
                context.journal().record(record);
            }
        } finally {
            ownership.unlock();
        }
    }

    private Leased changed(State state, @Nullable Instant endsAt) {
        return record.changed(client.timer().now(), state, endsAt);
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
        ownership.lock();
        try {
            if (owner == Owner.NOBODY) {
                throw closed();
            }
            if (closing) {
                throw new IllegalStateException(
                        "instance " + instanceUuid() + " cannot be kept: a request to destroy it may have been sent");
            }
            if (owner == Owner.LEASE) {
                // Otherwise it would be destroyed after a crash.
                context.journal()
                        .require(changed(State.KEPT, null), "instance " + instanceUuid() + " was not given away");
            }
            release(Owner.CALLER);
            return instance;
        } finally {
            ownership.unlock();
        }
    }

    @Override
    public void close() {
        destruction.lock();
        try {
            if (beginsClosing()) {
                event(LeaseEvent.Type.ENDING, null);
                boolean existed = context.destroy(instanceUuid());
                context.journal().record(new Over(record.id()));
                if (!existed) {
                    rental.creation().wasGone(this);
                }
                release(Owner.NOBODY);
                event(LeaseEvent.Type.ENDED, null);
            }
        } catch (InstanceNotDestroyedException left) {
            event(LeaseEvent.Type.NOT_DESTROYED, left);
            throw left;
        } finally {
            destruction.unlock();
        }
    }

    private boolean beginsClosing() {
        ownership.lock();
        try {
            closing |= owner == Owner.LEASE;
            return owner == Owner.LEASE;
        } finally {
            ownership.unlock();
        }
    }

    @Override
    public CompletableFuture<@Nullable Void> closeAsync() {
        return context.executor().run(this::close);
    }

    /** Hands the instance over if the options say so. Returns false if it has to be destroyed instead. */
    boolean handsOver() {
        ownership.lock();
        try {
            boolean safe = options.onClose() == OnClose.HAND_OVER
                    && timer.isSet()
                    && timer.isVerified()
                    && !lost
                    && timer.endsAt().isAfter(client.timer().now());
            if (owner != Owner.LEASE || closing || !safe) {
                return false;
            }
            try {
                recordHandOver();
            } catch (LeaseJournalException failure) {
                // The timer limits what the instance costs, and its job is worth more.
                LOG.error("{}; it runs on until {}", failure.getMessage(), timer.endsAt());
                unrecorded = failure;
            }
            release(Owner.NOBODY);
            handedOver = true;
            event(LeaseEvent.Type.HANDED_OVER, unrecorded);
            return true;
        } finally {
            ownership.unlock();
        }
    }

    private void recordHandOver() {
        context.journal()
                .handOver(
                        changed(State.HANDED_OVER, timer.endsAt()),
                        "instance " + instanceUuid() + " was not handed over");
    }

    boolean isLost() {
        return lost;
    }

    boolean isHandedOver() {
        return handedOver;
    }

    /**
     * Nothing renews the timer of a lease that is handed over before the next start.
     *
     * @throws LeaseJournalException if the hand-over is not recorded
     */
    void awaitNextStart() {
        Instant until = record.until();
        if (until != null) {
            Instant end = earlier(until, client.timer().now().plus(options.handOverTime()));
            if (end.isAfter(timer.endsAt())
                    && !timer.set(end, () -> false).moment().isBefore(end)) {
                recordHandOver();
            }
        }
        if (unrecorded != null) {
            throw unrecorded;
        }
    }

    private void release(Owner next) {
        cost = cost();
        owner = next;
        if (renewal != null) {
            renewal.end();
        }
        rental.leaseEnded();
    }

    private void requireOwned() {
        if (owner != Owner.LEASE || closing) {
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
        return record.terms().tag();
    }

    @Override
    public Instance instance() {
        return instance;
    }

    void costs(LeaseCost known) {
        cost = known;
    }

    /** Whether the shutdown timer is set, so that the caller has the lease or gets it next. */
    boolean hasTimer() {
        return timer.isSet();
    }

    /** Whether a request to destroy the instance may have been sent. */
    boolean isClosing() {
        return closing;
    }

    @Override
    public Instant endsAt() {
        return timer.endsAt();
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
