package io.gpucloud.stub.account;

import io.gpucloud.stub.fault.ActiveFaults;
import io.gpucloud.stub.fault.Fault;
import io.gpucloud.stub.fault.LifecycleEffect;
import java.util.List;
import java.util.Optional;

/** The lifecycle faults of an account, in the order in which they were added. */
final class LifecycleFaults {

    private final ActiveFaults<LifecycleEffect> faults;

    LifecycleFaults(List<Fault<LifecycleEffect>> faults) {
        this.faults = new ActiveFaults<>(faults);
    }

    List<Fault<LifecycleEffect>> list() {
        return faults.toList();
    }

    void add(Fault<LifecycleEffect> fault) {
        AccountLimits.requireRoom(list().size(), AccountLimits.FAULTS, "faults");
        faults.add(fault);
    }

    void remove(String id) {
        faults.remove(fault -> fault.id().equals(id));
    }

    /** Triggers a fault of this kind, if there is one. */
    Optional<LifecycleEffect> trigger(LifecycleEffect.Kind kind) {
        return faults.trigger(fault -> fault.effect().kind() == kind).map(Fault::effect);
    }
}
