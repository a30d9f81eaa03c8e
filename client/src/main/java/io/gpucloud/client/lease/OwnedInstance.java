package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A lease, from the answer of the creation on. It is handed out once the instance runs. */
final class OwnedInstance implements InstanceLease {

    private enum Owner {
        LEASE,
        CALLER,
        NOBODY
    }

    /** Of an instance that has no timer yet. */
    private static final Instant NEVER = Instant.MAX;

    private static final Duration SHORTEST = Duration.ofMillis(1);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final Consumer<OwnedInstance> released;
    private final ReentrantLock ownership = new ReentrantLock();
    private volatile Owner owner = Owner.LEASE;
    private volatile Instance instance;
    private volatile Instant endsAt = NEVER;
    private volatile boolean listed;

    /** Owns an instance until it is {@code released}. */
    OwnedInstance(GpuCloudClient client, LeaseOptions options, Instance instance, Consumer<OwnedInstance> released) {
        this.client = client;
        this.options = options;
        this.instance = instance;
        this.released = released;
    }

    /** Waits until it runs, and sets its timer at once. Polls once even if no time is left. */
    OwnedInstance awaitRunning(Duration left, Duration maxLifetime) {
        return orDestroy(() -> {
            Duration timeout = left.compareTo(SHORTEST) > 0 ? left : SHORTEST;
            instance = client.instances().waitUntilRunning(instanceUuid(), waiting(timeout));
            setEnd(client.timer().now().plus(maxLifetime));
            return this;
        });
    }

    @Override
    public Instance awaitReachable(Predicate<Instance> probe, Duration timeout) {
        WaitOptions waiting = waiting(timeout);
        return orDestroy(() -> instance = client.instances().waitUntilReachable(instanceUuid(), probe, waiting));
    }

    @Override
    public CompletableFuture<Instance> awaitReachableAsync(Predicate<Instance> probe, Duration timeout) {
        return Async.run(options.executor(), () -> awaitReachable(probe, timeout), unwanted -> {});
    }

    /** An instance that is not listed yet is waited for as long as lists may lag. */
    private WaitOptions waiting(Duration timeout) {
        Duration interval = options.interval();
        return WaitOptions.defaults()
                .withIntervals(interval, 1, interval)
                .withTimeout(timeout)
                .withAbsences((int) options.window().dividedBy(interval) + 1)
                .withOnPoll(progress -> listed |= progress.instance() != null);
    }

    private <T> T orDestroy(Supplier<T> step) {
        requireOwned();
        try {
            return step.get();
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
            if (!hasTimer()) {
                throw new IllegalStateException("the timer of instance " + instanceUuid() + " is not set yet");
            }
            setEnd(endsAt.plus(more));
            return endsAt;
        } finally {
            ownership.unlock();
        }
    }

    /** Not so near that a service whose clock is ahead, or that is asked twice, finds it too near. */
    private void setEnd(Instant asked) {
        Instant least =
                client.timer().now().plus(Preconditions.SHUTDOWN_LEAD_TIME).plus(options.clockTolerance());
        Instant end = asked.isBefore(least) ? least : asked;
        client.instances().scheduleShutdown(instanceUuid(), end);
        endsAt = end;
    }

    @Override
    public Instance keep() {
        ownership.lock();
        try {
            if (owner == Owner.NOBODY) {
                throw closed();
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
                new Destruction(client, options, instanceUuid(), listed).run();
                release(Owner.NOBODY);
            }
        } finally {
            ownership.unlock();
        }
    }

    @Override
    public CompletableFuture<@Nullable Void> closeAsync() {
        return closeOn(options.executor());
    }

    CompletableFuture<@Nullable Void> closeOn(Executor executor) {
        return Async.run(executor, this::close);
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
    public Instance instance() {
        return instance;
    }

    /** Whether the shutdown timer is set, and the lease is handed out or about to be. */
    boolean hasTimer() {
        return !endsAt.equals(NEVER);
    }

    @Override
    public Instant endsAt() {
        return endsAt;
    }

    @Override
    public String toString() {
        return "InstanceLease[" + instanceUuid() + "]";
    }
}
