package io.gpucloud.client.lease;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The open leases of one client, shared by all its {@link Leases}. A sweep of the client never destroys a leased
 * instance, and no instance has two leases.
 */
final class LeaseRegistry {

    private final Set<DefaultInstanceLease> open = new HashSet<>();
    private final Set<String> reserved = new HashSet<>();

    /** The instances that sweeps and recoveries are destroying, once for each of them. */
    private final List<String> seized = new ArrayList<>();

    /**
     * The latest start or end of a lease of each instance, as an increasing number. No sweep lasts longer than 10,000
     * leases.
     */
    private final Map<String, Long> lastChange = new BoundedMap<>(10_000);

    private long changes;

    synchronized void add(DefaultInstanceLease lease) {
        open.add(lease);
        lastChange.put(lease.instanceUuid(), ++changes);
    }

    synchronized List<DefaultInstanceLease> open() {
        return List.copyOf(open);
    }

    synchronized void remove(DefaultInstanceLease lease) {
        open.remove(lease);
        lastChange.put(lease.instanceUuid(), ++changes);
    }

    /** Adopts an instance, while no other adoption and no sweep can take it. */
    DefaultInstanceLease adopt(String instanceUuid, Supplier<DefaultInstanceLease> adoption) {
        synchronized (this) {
            if (reserved.contains(instanceUuid) || isLeased(instanceUuid)) {
                throw new IllegalStateException("instance " + instanceUuid + " belongs to an open lease");
            }
            if (seized.contains(instanceUuid)) {
                throw new IllegalStateException("instance " + instanceUuid + " is being swept");
            }
            reserved.add(instanceUuid);
        }
        try {
            return adoption.get();
        } finally {
            synchronized (this) {
                reserved.remove(instanceUuid);
            }
        }
    }

    /** The number of changes so far, for {@link #wasLeasedAfter}. */
    synchronized long changes() {
        return changes;
    }

    /**
     * Whether an instance belongs to a lease, is being adopted, or has belonged to a lease after a number of changes.
     */
    synchronized boolean wasLeasedAfter(long earlier, String instanceUuid) {
        return isLeased(instanceUuid)
                || reserved.contains(instanceUuid)
                || lastChange.getOrDefault(instanceUuid, 0L) > earlier;
    }

    /**
     * Does work while the instance cannot be adopted. Returns false, and does nothing, if {@link #wasLeasedAfter} is
     * true.
     */
    boolean whileSeized(long earlier, String instanceUuid, Runnable work) {
        synchronized (this) {
            if (wasLeasedAfter(earlier, instanceUuid)) {
                return false;
            }
            seized.add(instanceUuid);
        }
        try {
            work.run();
            return true;
        } finally {
            synchronized (this) {
                seized.remove(instanceUuid);
            }
        }
    }

    private boolean isLeased(String instanceUuid) {
        return open.stream().anyMatch(lease -> lease.instanceUuid().equals(instanceUuid));
    }
}
