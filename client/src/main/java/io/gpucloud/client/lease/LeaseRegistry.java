package io.gpucloud.client.lease;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Who owns what: the open leases, and the sweeps that must leave alone what they own. */
final class LeaseRegistry {

    private final Set<OwnedInstance> open = ConcurrentHashMap.newKeySet();

    /** What sweeps destroy at this moment, once for each of them. As adoptions, guarded by the monitor. */
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

    /** Holds an instance to be nobody's; within an adoption it stays so. */
    synchronized void requireFree(String instanceUuid) {
        boolean leased = open.stream().anyMatch(lease -> lease.instanceUuid().equals(instanceUuid));
        Require.that(!leased, "instance " + instanceUuid + " belongs to an open lease");
        Require.that(!seized.contains(instanceUuid), "instance " + instanceUuid + " is being swept");
    }

    OngoingSweep beginSweep() {
        OngoingSweep sweep = new OngoingSweep();
        sweeps.add(sweep);
        open.forEach(lease -> sweep.leased.add(lease.instanceUuid()));
        return sweep;
    }

    /** Leaves alone what is leased at any time while the sweep goes on, also if it is kept before the sweep ends. */
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
