package io.gpucloud.stub.fault;

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
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        z ^= z >>> 31;
        return (z >>> 11) * 0x1.0p-53 < probability;
    }
}
