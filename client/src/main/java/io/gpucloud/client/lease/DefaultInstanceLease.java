package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final LeaseJournal journal;
    private final LeaseExecutor executor;
    private final Consumer<DefaultInstanceLease> released;
    private final LeaseTimer timer;
    private final ReentrantLock ownership = new ReentrantLock();
    private volatile Owner owner = Owner.LEASE;
    private volatile Instance instance;
    private volatile Leased record;
    private volatile @Nullable BigDecimal hourlyPrice;
    private volatile boolean closing;

    /** Owns an instance until it is {@code released}. */
    DefaultInstanceLease(
            GpuCloudClient client,
            LeaseOptions options,
            OwnedInstance owned,
            LeaseJournal journal,
            LeaseExecutor executor,
            Consumer<DefaultInstanceLease> released) {
        this.client = client;
        this.options = options;
        instance = owned.instance();
        record = owned.record();
        this.journal = journal;
        this.executor = executor;
        timer = new LeaseTimer(client, options, instance.instanceUuid());
        this.released = released;
    }

    /**
     * Gives the instance a title, so that a sweep recognizes it even if this program ends before the timer is set. With
     * {@link LeaseOptions#ownerTitles()}, others destroy an instance without a title, so this one is destroyed if it
     * has none in time.
     */
    DefaultInstanceLease withTitle(String title, Stopwatch sinceRequest, AtomicBoolean warned) {
        return orDestroy(() -> {
            GpuCloudException failure = rename(title);
            while (options.ownerTitles() && failure != null && !sinceRequest.hasReached(options.window())) {
                sleep(sinceRequest, options.interval(), failure);
                failure = rename(title);
            }
            if (options.ownerTitles() && sinceRequest.hasReached(options.window())) {
                throw noTitleInTime(failure);
            }
            if (failure != null && warned.compareAndSet(false, true)) {
                LOG.warn(
                        "instance {} cannot be renamed, so sweeps cannot recognize it by its owner: {}",
                        instanceUuid(),
                        failure.getMessage());
            }
            return this;
        });
    }

    private WaitTimeoutException noTitleInTime(@Nullable GpuCloudException failure) {
        String summary = "instance " + instanceUuid() + " has no title within " + options.window();
        FailureDetails facts =
                failure == null ? FailureDetails.of(ApiOperation.UPDATE_INSTANCE_TITLE) : failure.failure();
        return new WaitTimeoutException(summary, instance, facts, failure);
    }

    private @Nullable GpuCloudException rename(String title) {
        try {
            client.instances().updateTitle(instanceUuid(), title);
            return null;
        } catch (GpuCloudException failure) {
            return failure;
        }
    }

    DefaultInstanceLease start(Duration bootTimeout) {
        return orDestroy(() -> {
            repeat(new Stopwatch(client.timer()), bootTimeout, this::startOnce);
            return this;
        });
    }

    /** If the outcome is unknown, the wait for the instance decides. */
    private void startOnce() {
        try {
            client.instances().start(instanceUuid());
        } catch (GpuCloudException failure) {
            if (!failure.mayHaveTakenEffect()) {
                throw failure;
            }
            LOG.warn("instance {} may not have been started: {}", instanceUuid(), failure.getMessage());
        }
    }

    /** Waits until the instance runs, and then sets its timer, also if it runs just before the timeout. */
    DefaultInstanceLease awaitRunning(Duration bootTimeout, Duration maxLifetime) {
        return orDestroy(() -> {
            Stopwatch stopwatch = new Stopwatch(client.timer());
            instance = client.instances().waitUntilRunning(instanceUuid(), waiting(bootTimeout));
            Duration least = stopwatch.elapsed().plus(options.window());
            Instant end = client.timer().now().plus(maxLifetime);
            repeat(stopwatch, least.compareTo(bootTimeout) > 0 ? least : bootTimeout, () -> setTimer(end));
            return this;
        });
    }

    /** Repeats a call while the service fails for a moment, because that must not destroy an instance. */
    private void repeat(Stopwatch stopwatch, Duration timeout, Runnable call) {
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
                LOG.warn("trying again for instance {}: {}", instanceUuid(), temporary.getMessage());
                sleep(stopwatch, pause, temporary);
            }
        }
    }

    private void sleep(Stopwatch stopwatch, Duration pause, GpuCloudException failure) {
        try {
            stopwatch.sleep(pause);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new WaitFailedException("interrupted", instance, failure.failure(), stopped);
        }
    }

    /** Continues with the timer that an ended process has set. Only a verified one was handed over. */
    DefaultInstanceLease resume(Instant endsAt, boolean handedOver) {
        timer.resume(endsAt, handedOver, instance);
        recordTimer();
        return this;
    }

    @Override
    public Instance awaitReachable(Predicate<Instance> probe, Duration timeout) {
        Objects.requireNonNull(probe, "probe");
        WaitOptions waiting = waiting(timeout);
        return orDestroy(() -> instance = client.instances().waitUntilReachable(instanceUuid(), probe, waiting));
    }

    /** Wait options that tolerate a missing instance for {@link LeaseOptions#window()}, because the list may lag. */
    private WaitOptions waiting(Duration timeout) {
        Duration interval = options.interval();
        return WaitOptions.builder()
                .intervals(interval, 1, interval)
                .timeout(timeout)
                .absences((int) options.window().dividedBy(interval) + 1)
                .build();
    }

    private <T> T orDestroy(Supplier<T> step) {
        requireOwned();
        try {
            return step.get();
        } catch (TimerNotConfirmedException destroyed) {
            throw destroyed;
        } catch (RuntimeException | Error failure) {
            try {
                close();
            } catch (RuntimeException left) {
                failure.addSuppressed(left);
            }
            throw failure;
        }
    }

    @Override
    public Instant extend(Duration more) {
        Preconditions.positive(more, "more");
        ownership.lock();
        try {
            requireOwned();
            setTimer(timer.endsAt().plus(more));
            return timer.endsAt();
        } finally {
            ownership.unlock();
        }
    }

    /**
     * Sets the timer. Only {@link #extend} needs the lock: before the timer is set for the first time, no caller has
     * the lease.
     */
    private void setTimer(Instant end) {
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
                journal.record(record);
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
                journal.require(changed(State.KEPT, null), "instance " + instanceUuid() + " was not given away");
            }
            release(Owner.CALLER);
            return instance;
        } finally {
            ownership.unlock();
        }
    }

    @Override
    public void close() {
        ownership.lock();
        try {
            if (owner == Owner.LEASE) {
                closing = true;
                new InstanceDestroyer(client, options, instanceUuid()).run();
                journal.record(new Over(record.id()));
                release(Owner.NOBODY);
            }
        } finally {
            ownership.unlock();
        }
    }

    @Override
    public CompletableFuture<@Nullable Void> closeAsync() {
        return executor.run(this::close);
    }

    /**
     * Hands the instance over to the next start of the program if the options say so and it is possible. Otherwise
     * destroys it.
     */
    void end() {
        if (options.onClose() == OnClose.DESTROY || !handOver()) {
            close();
        }
    }

    private boolean handOver() {
        ownership.lock();
        try {
            boolean safe = timer.isSet()
                    && timer.isVerified()
                    && timer.endsAt().isAfter(client.timer().now());
            if (owner != Owner.LEASE || closing || !safe) {
                return false;
            }
            journal.require(
                    changed(State.HANDED_OVER, timer.endsAt()), "instance " + instanceUuid() + " was not handed over");
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
        released.accept(this);
    }

    private void requireOwned() {
        if (owner != Owner.LEASE) {
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
