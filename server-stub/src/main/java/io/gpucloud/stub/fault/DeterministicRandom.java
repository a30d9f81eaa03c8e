package io.gpucloud.stub.fault;

/**
 * A sequence of chances that is always the same: SplitMix64, whose state is a counter. Whoever draws keeps the next state.
 *
 * @param state where the sequence stands
 */
public record DeterministicRandom(long state) {

    private static final long GOLDEN_GAMMA = 0x9E37_79B9_7F4A_7C15L;

    /**
     * The next chance.
     *
     * @return the next chance of the sequence
     */
    public DeterministicRandom next() {
        return new DeterministicRandom(state + GOLDEN_GAMMA);
    }

    /**
     * Whether something of a probability happens by this chance.
     *
     * @param probability from 0, never, to 1, always
     * @return whether it happens
     */
    public boolean favours(double probability) {
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
        z ^= z >>> 31;
        return (z >>> 11) * 0x1.0p-53 < probability;
    }
}
