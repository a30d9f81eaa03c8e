package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The open leases, and the sweeps in progress, which must not touch leased instances. */
final class LeaseRegistry {

    private final Set<OwnedInstance> open = ConcurrentHashMap.newKeySet();

    /** The instances that sweeps are destroying, once per sweep. Guarded by the monitor, as adoptions are. */
    private final List<String> seized = new ArrayList<>();

    private final Set<OngoingSweep> sweeps = ConcurrentHashMap.newKeySet();

    /** The open leases at this moment. */
    List<OwnedInstance> open() {
        return List.copyOf(open);
    }

    void add(OwnedInstance lease) {
        open.add(lease);
        sweeps.forEach(sweep -> sweep.leased.add(lease.instanceUuid()));
    }

    void remove(OwnedInstance lease) {
        open.remove(lease);
    }

    /** Adopts while no sweep can seize anything. */
    synchronized OwnedInstance adopt(Supplier<OwnedInstance> adoption) {
        return adoption.get();
    }

    /** Requires that no lease owns the instance and no sweep destroys it. Within an adoption it stays so. */
    synchronized void requireFree(String instanceUuid) {
        boolean leased = open.stream().anyMatch(lease -> lease.instanceUuid().equals(instanceUuid));
        Preconditions.require(!leased, "instance " + instanceUuid + " belongs to an open lease");
        Preconditions.require(!seized.contains(instanceUuid), "instance " + instanceUuid + " is being swept");
    }

    OngoingSweep beginSweep() {
        OngoingSweep sweep = new OngoingSweep();
        sweeps.add(sweep);
        open.forEach(lease -> sweep.leased.add(lease.instanceUuid()));
        return sweep;
    }

    /** Excludes every instance that is leased at any time during the sweep, even if it is kept before the sweep ends. */
    final class OngoingSweep implements Sweeper.Ownership, AutoCloseable {

        private final Set<String> leased = ConcurrentHashMap.newKeySet();

        @Override
        public boolean isLeased(String instanceUuid) {
            return leased.contains(instanceUuid);
        }

        @Override
        public boolean seize(String instanceUuid) {
            synchronized (LeaseRegistry.this) {
                return !leased.contains(instanceUuid) && seized.add(instanceUuid);
            }
        }

        @Override
        public void letGo(String instanceUuid) {
            synchronized (LeaseRegistry.this) {
                seized.remove(instanceUuid);
            }
        }

        @Override
        public void close() {
            sweeps.remove(this);
        }
    }
}
