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

    /** Returns the faults that can still trigger at a moment. */
    List<Fault<LifecycleEffect>> list(long now) {
        return list().stream().filter(fault -> !fault.trigger().isOver(now)).toList();
    }

    /** Triggers the newest fault of one of these kinds, if there is one. */
    Optional<Fault<LifecycleEffect>> trigger(long now, LifecycleEffect.Kind... kinds) {
        List<LifecycleEffect.Kind> wanted = List.of(kinds);
        return faults.trigger(fault ->
                wanted.contains(fault.effect().kind()) && !fault.trigger().isOver(now));
    }
}
