package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.lease.JournalRecord.Leased;
import io.gpucloud.client.lease.JournalRecord.Leased.State;
import io.gpucloud.client.lease.JournalRecord.Over;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.ShutdownTimerVerification;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
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
    private volatile @Nullable BigDecimal hourlyPrice;
    private volatile boolean closing;

    /** Owns an instance until the lease ends, which the rental then knows. */
    DefaultInstanceLease(Rental rental, LeaseContext context, Instance instance, Leased record) {
        this.rental = rental;
        this.context = context;
        client = context.client();
        options = context.options();
        this.instance = instance;
        this.record = record;
        timer = new LeaseTimer(client, options, instance.instanceUuid());
    }

    /** The instance was listed. */
    void seen(Instance listed) {
        instance = listed;
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
            Instant end = timer.endsAt().plus(more);
            context.limits().extend(instanceUuid(), end);
            setTimer(end);
            return timer.endsAt();
        } finally {
            extension.unlock();
        }
    }

    /** Sets the timer. Before it is set for the first time, no caller has the lease. */
    void setTimer(Instant end) {
        ShutdownTimerVerification verification = timer.set(end);
        if (timer.requiresDestruction(verification)) {
            throw destroyed(verification);
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
                context.destroy(instanceUuid());
                context.journal().record(new Over(record.id()));
                release(Owner.NOBODY);
            }
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
                    && timer.endsAt().isAfter(client.timer().now());
            if (owner != Owner.LEASE || closing || !safe) {
                return false;
            }
            context.journal()
                    .require(
                            changed(State.HANDED_OVER, timer.endsAt()),
                            "instance " + instanceUuid() + " was not handed over");
            LOG.info("instance {} is handed over to the next start, and ends at {}", instanceUuid(), timer.endsAt());
            release(Owner.NOBODY);
            return true;
        } catch (LeaseJournalException unrecorded) {
            LOG.error("instance {} is destroyed instead of handed over: {}", instanceUuid(), unrecorded.getMessage());
            return false;
        } finally {
            ownership.unlock();
        }
    }

    private void release(Owner next) {
        owner = next;
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

    /** Sets the largest plausible price, or null if it is unknown. */
    void priced(@Nullable BigDecimal hourlyPrice) {
        this.hourlyPrice = hourlyPrice;
    }

    @Nullable
    BigDecimal hourlyPrice() {
        return hourlyPrice;
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
    public boolean timerVerified() {
        return timer.isVerified();
    }

    @Override
    public String toString() {
        return "InstanceLease[" + instanceUuid() + "]";
    }
}
