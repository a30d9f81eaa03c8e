package io.gpucloud.stub.fault;

import org.jspecify.annotations.Nullable;

/**
 * Something that goes wrong in the life of an instance, on demand.
 *
 * @param id identifier
 * @param effect what goes wrong
 * @param seconds how long, where the effect lasts
 * @param times how often it still strikes, or null for ever
 * @param probability how likely it strikes each time, above 0 and at most 1
 * @param chance where its sequence of chances stands: drawn from the fault itself, so that the same calls meet the same
 *     chances
 */
public record LifecycleFault(
        String id, Effect effect, long seconds, @Nullable Integer times, double probability, DeterministicRandom chance)
        implements Striking<LifecycleFault> {

    /** What goes wrong. */
    public enum Effect {
        /** The next image saved ends as failed. */
        FAIL_UPLOAD,
        /** The next boot never ends. */
        NEVER_BOOT,
        /** The next boot ends in a shutdown. */
        BOOT_FAILS,
        /** The next boot ends with no address for a while. */
        NO_SERVER_URL,
        /** Lists hide the next new instance for a while. */
        LIST_LAG,
        /** The next destruction is refused. */
        REFUSE_DESTROY
    }

    /**
     * The same fault under another identifier.
     *
     * @param other the identifier
     * @return the fault
     */
    public LifecycleFault named(String other) {
        return new LifecycleFault(other, effect, seconds, times, probability, chance);
    }

    @Override
    public LifecycleFault with(@Nullable Integer left, DeterministicRandom drawn) {
        return new LifecycleFault(id, effect, seconds, left, probability, drawn);
    }
}
