package io.gpucloud.stub.cluster;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be asked of a part of the stub where it is kept. */
sealed interface PartCall {

    /** Whether it gives the part a value that it did not have before; what was lost it has had. */
    default boolean changes() {
        return this instanceof ChangeOne || this instanceof Settle || this instanceof ReplaceAll;
    }

    /**
     * Changes a value, if it is still what it was.
     *
     * @param name its name
     * @param before what it was
     * @param after what it becomes
     * @param atLeast the part has had this version; if it is younger here, it was lost
     */
    record ChangeOne(
            String name, @Nullable Object before, @Nullable Object after, long atLeast) implements PartCall {}

    /**
     * Makes a change of which nobody knows whether it was made, unless it was; and makes the copies equal, which may not have
     * heard of it.
     *
     * @param change the change
     */
    record Settle(ChangeOne change) implements PartCall {

        /** Whether the value has become another since: by others alone, or by others after this change, nobody can say. */
        boolean leavesOpen(Result result) {
            return !result.done() && result.version() >= change.atLeast();
        }
    }

    /**
     * Replaces all values.
     *
     * @param values values by name
     * @param atLeast the part has had this version
     */
    record ReplaceAll(Map<String, ?> values, long atLeast) implements PartCall {}

    /**
     * Brings the values back, if they were lost here.
     *
     * @param values values by name
     * @param version the version that they had
     */
    record Restore(Map<String, ?> values, long version) implements PartCall {}

    /** Takes all values. */
    record TakeAll() implements PartCall {}

    /**
     * Makes a copy equal.
     *
     * @param image what the part is
     */
    record Equal(PartCell.Image image) implements PartCall {}

    /**
     * What became of it.
     *
     * @param done whether it was done
     * @param version version of the part now
     * @param now for a change, the value now
     * @param all for {@link TakeAll}, all values
     */
    record Result(
            boolean done,
            long version,
            @Nullable Object now,
            @Nullable Map<String, ?> all) {}
}
