package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * How often a fault triggers. Each attempt draws from the fault's own random sequence, so the same calls trigger the
 * same faults.
 *
 * @param times how many times it still triggers; null for no limit
 * @param probability probability of each attempt, above 0 and at most 1
 * @param until the moment from which it no longer triggers, in epoch seconds of the clock of its account, or of the
 *     stub without one; null for no end
 */
public record Trigger(
        @Nullable Integer times,
        double probability,
        DeterministicRandom random,
        @Nullable Long until) {

    Trigger draw() {
        return new Trigger(times, probability, random.next(), until);
    }

    /** Whether the number drawn last lets the fault trigger. */
    boolean succeeds() {
        return random.isBelow(probability);
    }

    Trigger countDown() {
        return times == null ? this : new Trigger(times - 1, probability, random, until);
    }

    boolean isUsedUp() {
        return times != null && times == 0;
    }

    /** Whether it can no longer trigger at a moment. */
    public boolean isOver(long moment) {
        return until != null && moment >= until;
    }
}
