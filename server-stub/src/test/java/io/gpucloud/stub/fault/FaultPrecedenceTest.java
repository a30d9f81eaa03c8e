package io.gpucloud.stub.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quicktheories.QuickTheory.qt;
import static org.quicktheories.generators.SourceDSL.integers;
import static org.quicktheories.generators.SourceDSL.lists;

import io.gpucloud.stub.store.InMemorySharedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.quicktheories.core.Gen;

/** The newest of the faults that decide the response wins. Delays add up. Only triggered faults are counted. */
class FaultPrecedenceTest {

    private static final int MAX_MILLIS = 60_000;
    private static final Scope.Request REQUEST = new Scope.Request("listGpus", "/gpu/list", "any", 0, 0);

    /**
     * A fault of a test.
     *
     * @param times how often it triggers, or null for no limit
     */
    private record Given(
            boolean decides, int millis, @Nullable Integer times, boolean matches) {

        static Given of(int number) {
            int times = number / 8 % 4;
            return new Given(number % 2 == 0, number % 997 * 20, times == 0 ? null : times, number / 2 % 4 != 0);
        }
    }

    private static Gen<List<Given>> faults() {
        return lists().of(integers().between(0, 100_000).map(Given::of)).ofSizeBetween(0, 12);
    }

    private static FaultRegistry registry(List<Given> faults) {
        FaultRegistry registry = new FaultRegistry(1, new InMemorySharedStore<>());
        for (Given fault : faults) {
            Scope scope = new Scope(fault.matches() ? "listGpus" : "listPods", null, null);
            ResponseEffect effect = new ResponseEffect(
                    fault.decides() ? ResponseEffect.Kind.RESPOND : ResponseEffect.Kind.NONE,
                    new ResponseEffect.Response(500, null, null, null, null),
                    fault.millis());
            registry.add(registry.create(new FaultDefinition<>(scope, effect, fault.times(), 1, null, null), 0));
        }
        return registry;
    }

    @Test
    void theOrderIsThatOfTheDocument() {
        qt().withExamples(500).forAll(faults(), integers().between(1, 6)).checkAssert((given, requests) -> {
            FaultRegistry registry = registry(given);
            int[] triggered = new int[given.size()];
            for (int request = 0; request < requests; request++) {
                List<Integer> expected = expected(given, triggered);
                expected.forEach(index -> triggered[index]++);
                Optional<TriggeredFaults> actual = registry.trigger(() -> REQUEST);
                assertThat(actual.map(TriggeredFaults::ids).orElse(List.of()))
                        .containsExactlyElementsOf(expected.stream()
                                .map(index -> "fault-" + (index + 1))
                                .toList());
                int millis = expected.stream()
                        .mapToInt(index -> given.get(index).millis())
                        .sum();
                actual.ifPresent(
                        faults -> assertThat(faults.effect().delayMillis()).isEqualTo(Math.min(millis, MAX_MILLIS)));
                boolean decided =
                        expected.stream().anyMatch(index -> given.get(index).decides());
                actual.ifPresent(faults -> assertThat(faults.effect().kind())
                        .isEqualTo(decided ? ResponseEffect.Kind.RESPOND : ResponseEffect.Kind.NONE));
            }
        });
    }

    /**
     * The indexes of the faults that a request should trigger: the newest one that decides the response, then the
     * delays, newest first.
     */
    private static List<Integer> expected(List<Given> given, int[] triggered) {
        List<Integer> left = new ArrayList<>();
        for (int i = given.size() - 1; i >= 0; i--) {
            Integer times = given.get(i).times();
            if (given.get(i).matches() && (times == null || triggered[i] < times)) {
                left.add(i);
            }
        }
        List<Integer> expected = new ArrayList<>();
        left.stream().filter(index -> given.get(index).decides()).findFirst().ifPresent(expected::add);
        left.stream().filter(index -> !given.get(index).decides()).forEach(expected::add);
        return expected;
    }

    /** With probabilities. */
    @Nested
    class OfFaultsThatMayFailToTrigger {

        private static final DeterministicRandom START = new DeterministicRandom(1);

        private static Fault<LifecycleEffect> fault(int number, @Nullable Integer times, double probability) {
            LifecycleEffect effect = new LifecycleEffect(LifecycleEffect.Kind.NEVER_BOOT, 0);
            return new Fault<>("fault-" + number, null, effect, new Trigger(times, probability, START, null));
        }

        private static ActiveFaults<LifecycleEffect> faults(List<Fault<LifecycleEffect>> faults) {
            return new ActiveFaults<>(faults);
        }

        @Test
        void triggersTheNextOlderFaultIfTheProbabilityDrawFails() {
            var faults = faults(List.of(fault(1, null, 1), fault(2, 5, 0)));
            assertThat(faults.trigger(fault -> true).map(Fault::id)).hasValue("fault-1");
            assertThat(faults.toList().get(1).trigger()).isEqualTo(new Trigger(5, 0, START.next(), null));
        }

        @Test
        void neitherDrawsNorCountsShadowedFaults() {
            var faults = faults(List.of(fault(1, 5, 1), fault(2, 5, 1), fault(3, 5, 1)));
            faults.trigger(fault -> !fault.id().equals("fault-3"));
            assertThat(faults.toList())
                    .extracting(Fault::trigger)
                    .containsExactly(
                            new Trigger(5, 1, START, null),
                            new Trigger(4, 1, START.next(), null),
                            new Trigger(5, 1, START, null));
        }
    }
}
