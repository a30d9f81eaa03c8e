package io.gpucloud.stub.fault;

import java.util.SplittableRandom;

/**
 * A random sequence that is always the same for the same start (SplitMix64, whose state is a counter). Drawing returns
 * the next state, which the caller keeps.
 */
public record DeterministicRandom(long state) {

    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

    /** Draws the next number. */
    public DeterministicRandom next() {
        return new DeterministicRandom(state + GOLDEN_GAMMA);
    }

    /**
     * Compares the number at this position, which is at least 0 and below 1, with a probability.
     *
     * @param probability from 0 to 1
     * @return whether the number is below it: never for 0, always for 1
     */
    public boolean isBelow(double probability) {
        return new SplittableRandom(state - GOLDEN_GAMMA).nextDouble() < probability;
    }
}
