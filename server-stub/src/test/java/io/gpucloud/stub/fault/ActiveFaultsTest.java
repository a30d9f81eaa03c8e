package io.gpucloud.stub.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActiveFaultsTest {

    private static final DeterministicRandom START = new DeterministicRandom(1);

    private static Fault<LifecycleEffect> fault(String id, @Nullable Integer times, double probability) {
        LifecycleEffect effect = new LifecycleEffect(LifecycleEffect.Kind.NEVER_BOOT, 0);
        return new Fault<>(id, null, effect, new Trigger(times, probability, START, null));
    }

    private static ActiveFaults<LifecycleEffect> faults(List<Fault<LifecycleEffect>> faults) {
        return new ActiveFaults<>(faults);
    }

    @Test
    void triggersTheNextOlderFaultIfTheProbabilityDrawFails() {
        var faults = faults(List.of(fault("always", null, 1), fault("never", 5, 0)));
        assertThat(faults.trigger(fault -> true).map(Fault::id)).hasValue("always");
        assertThat(faults.toList().get(1).trigger()).isEqualTo(new Trigger(5, 0, START.next(), null));
    }

    @Test
    void neitherDrawsNorCountsShadowedFaults() {
        var faults = faults(List.of(fault("shadowed", 5, 1), fault("triggered", 5, 1), fault("other", 5, 1)));
        faults.trigger(fault -> !fault.id().equals("other"));
        assertThat(faults.toList())
                .extracting(Fault::trigger)
                .containsExactly(
                        new Trigger(5, 1, START, null),
                        new Trigger(4, 1, START.next(), null),
                        new Trigger(5, 1, START, null));
    }
}
