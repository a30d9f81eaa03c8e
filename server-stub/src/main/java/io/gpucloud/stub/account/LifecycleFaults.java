package io.gpucloud.stub.account;

import io.gpucloud.stub.fault.LifecycleFault;
import io.gpucloud.stub.fault.Striking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The faults that are set on an account, in the order in which they were set. */
final class LifecycleFaults {

    private final List<LifecycleFault> faults;

    LifecycleFaults(List<LifecycleFault> faults) {
        this.faults = new ArrayList<>(faults);
    }

    List<LifecycleFault> list() {
        return List.copyOf(faults);
    }

    void add(LifecycleFault fault) {
        AccountLimits.requireRoom(faults.size(), AccountLimits.FAULTS, "faults");
        faults.add(fault);
    }

    /** Removes a fault; answers what is left. */
    List<LifecycleFault> remove(String id) {
        faults.removeIf(fault -> fault.id().equals(id));
        return list();
    }

    /** Lets the first fault of this effect strike whose chance it is, and counts it. */
    Optional<LifecycleFault> strike(LifecycleFault.Effect effect) {
        return Striking.strikeFirst(faults, fault -> fault.effect() == effect);
    }
}
