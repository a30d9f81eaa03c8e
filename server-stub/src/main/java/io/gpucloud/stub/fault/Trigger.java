package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * How often a fault triggers. Each attempt draws from the fault's own random sequence, so the same calls trigger the same
 * faults.
 *
 * @param times how many times it still triggers; null for no limit
 * @param probability probability of each attempt, above 0 and at most 1
 */
public record Trigger(@Nullable Integer times, double probability, DeterministicRandom random) {

    Trigger draw() {
        return new Trigger(times, probability, random.next());
    }

    /** Whether the number drawn last lets the fault trigger. */
    boolean succeeds() {
        return random.isBelow(probability);
    }

    Trigger countDown() {
        return times == null ? this : new Trigger(times - 1, probability, random);
    }

    boolean isUsedUp() {
        return times != null && times == 0;
    }
}
