package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The leases of a client: what is open, and the way there. */
final class ClientLeases implements Leases {

    private static final Logger LOG = LoggerFactory.getLogger(ClientLeases.class);

    private static final Set<InstanceStatus> STOPPED = Set.of(InstanceStatus.SHUTTING_DOWN, InstanceStatus.SHUT_DOWN);

    private final GpuCloudClient client;
    private final LeaseOptions options;
    private final Register register;
    private final Creation creation;
    private final Set<OwnedInstance> open = ConcurrentHashMap.newKeySet();

    /** What sweeps destroy at this moment, once for each of them. As adoptions, guarded by the monitor of the open ones. */
    private final List<String> seized = new ArrayList<>();

    /** Sweeps that go on at this moment. */
    private final Set<OngoingSweep> sweeps = ConcurrentHashMap.newKeySet();

    private final Thread exit = new Thread(this::close, "gpu-cloud-lease-exit");

    /** Held for reading while an instance is created and not yet among the open ones; closing waits for it. */
    private final ReadWriteLock creating = new ReentrantReadWriteLock();

    private volatile boolean closed;

    private ClientLeases(GpuCloudClient client, LeaseOptions options) {
        this.client = client;
        this.options = options;
        register = Register.of(client);
        creation = new Creation(client, options, register);
    }

    static ClientLeases open(GpuCloudClient client, LeaseOptions options) {
        ClientLeases leases = new ClientLeases(client, options);
        if (options.closeOnExit()) {
            Runtime.getRuntime().addShutdownHook(leases.exit);
        }
        return leases;
    }

    @Override
    public InstanceLease rent(RentalPlan plan) {
        Instant deadline = client.clock().instant().plus(plan.deadline());
        OwnedInstance lease =
                new Procurement(client, options, plan, deadline).order(order -> own(() -> creation.create(order)));
        return lease.awaitRunning(deadline, plan.maxLifetime());
    }

    @Override
    public CompletableFuture<InstanceLease> rentAsync(RentalPlan plan) {
        return Async.run(options.executor(), () -> rent(plan), InstanceLease::close);
    }

    @Override
    public InstanceLease adopt(String instanceUuid, Duration maxLifetime) {
        Require.identifier(instanceUuid, "instanceUuid");
        Require.lifetime(maxLifetime);
        OwnedInstance lease;
        synchronized (open) {
            lease = own(() -> adoptable(instanceUuid));
        }
        return lease.awaitRunning(client.clock().instant().plus(RentalPlan.DEADLINE), maxLifetime);
    }

    private Instance adoptable(String instanceUuid) {
        Instance found = client.instances()
                .find(instanceUuid)
                .filter(instance -> !STOPPED.contains(instance.status()))
                .orElseThrow(() -> new IllegalArgumentException("instance " + instanceUuid + " does not run"));
        Require.that(!isLeased(instanceUuid), "instance " + instanceUuid + " belongs to an open lease");
        Require.that(!seized.contains(instanceUuid), "instance " + instanceUuid + " is being swept");
        register.claim(instanceUuid);
        return found;
    }

    private boolean isLeased(String instanceUuid) {
        return open.stream().anyMatch(lease -> lease.instanceUuid().equals(instanceUuid));
    }

    private OwnedInstance own(Supplier<Instance> source) {
        creating.readLock().lock();
        try {
            requireOpen();
            OwnedInstance lease = new OwnedInstance(client, options, source.get(), open::remove);
            open.add(lease);
            sweeps.forEach(sweep -> sweep.leased.add(lease.instanceUuid()));
            return lease;
        } finally {
            creating.readLock().unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the leases are closed");
        }
    }

    @Override
    public void destroyAndConfirm(String instanceUuid) {
        Require.identifier(instanceUuid, "instanceUuid");
        new Destruction(client, options, instanceUuid, false).run();
    }

    @Override
    public CompletableFuture<@Nullable Void> destroyAndConfirmAsync(String instanceUuid) {
        return Async.run(options.executor(), () -> destroyAndConfirm(instanceUuid));
    }

    @Override
    public SweepReport sweep(Sweep sweep) {
        OngoingSweep ongoing = new OngoingSweep();
        sweeps.add(ongoing);
        try {
            open.forEach(lease -> ongoing.leased.add(lease.instanceUuid()));
            return new Sweeper(client, options, ongoing).sweep(sweep);
        } finally {
            sweeps.remove(ongoing);
        }
    }

    /** Leaves alone what is leased at any time while the sweep goes on, also if it is kept before the sweep ends. */
    private final class OngoingSweep implements Sweeper.Ownership {

        private final Set<String> leased = ConcurrentHashMap.newKeySet();

        @Override
        public boolean isLeased(String instanceUuid) {
            return leased.contains(instanceUuid);
        }

        @Override
        public boolean seize(String instanceUuid) {
            synchronized (open) {
                return !leased.contains(instanceUuid) && seized.add(instanceUuid);
            }
        }

        @Override
        public void letGo(String instanceUuid) {
            synchronized (open) {
                seized.remove(instanceUuid);
            }
        }
    }

    @Override
    public CompletableFuture<SweepReport> sweepAsync(Sweep sweep) {
        return Async.run(options.executor(), () -> sweep(sweep), unwanted -> {});
    }

    @Override
    public List<InstanceLease> openLeases() {
        return open.stream()
                .filter(OwnedInstance::hasTimer)
                .<InstanceLease>map(lease -> lease)
                .toList();
    }

    @Override
    public void close() {
        closed = true;
        List<RuntimeException> failures = closeAll().stream()
                .flatMap(closing -> failureOf(closing).stream())
                .toList();
        forgetExit();
        if (!failures.isEmpty()) {
            failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
            throw failures.get(0);
        }
    }

    private List<CompletableFuture<@Nullable Void>> closeAll() {
        creating.writeLock().lock();
        try {
            return open.stream()
                    .map(lease -> lease.closeOn(Async.orHere(Async.THREADS)))
                    .toList();
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
