package io.gpucloud.stub.cluster;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A command for a part of the shared state, sent to the member that owns it. */
sealed interface SharedStateCommand {

    /** Applies the command. The result depends only on the part and the command, so a backup stays equal. */
    Result applyTo(SharedStatePart part);

    /** Whether the command may give the part a value that it never had. Restoring lost values does not. */
    default boolean changes() {
        return false;
    }

    /** Whether the command changes nothing, so that the backup does not need it. */
    default boolean onlyReads() {
        return false;
    }

    /**
     * The command that the backup gets.
     *
     * @param part the part after this command
     */
    default SharedStateCommand forBackup(SharedStatePart part) {
        return this;
    }

    /**
     * Changes a value if it still has an expected value.
     *
     * @param before the expected value, or null if there is none
     * @param after the new value, or null to remove it
     * @param atLeast a version that the part has had; if its version is lower, its values were lost
     */
    record ChangeOne(
            String name, @Nullable Object before, @Nullable Object after, long atLeast) implements SharedStateCommand {

        @Override
        public Result applyTo(SharedStatePart part) {
            return part.change(this);
        }

        @Override
        public boolean changes() {
            return true;
        }
    }

    /** Repeats a change whose outcome is unknown, unless it was made, and sends the whole part to the backup, which may have missed it. */
    record Settle(ChangeOne change) implements SharedStateCommand {

        @Override
        public Result applyTo(SharedStatePart part) {
            return part.settle(change);
        }

        @Override
        public boolean changes() {
            return true;
        }

        @Override
        public SharedStateCommand forBackup(SharedStatePart part) {
            return new Equal(part.image());
        }

        /** Whether the outcome remains unknown: another member has changed the value, before or after this change was made. */
        boolean leavesOpen(Result result) {
            return !result.done() && result.version() >= change.atLeast();
        }
    }

    /** Replaces all values. */
    record ReplaceAll(Map<String, ?> values, long atLeast) implements SharedStateCommand {

        @Override
        public Result applyTo(SharedStatePart part) {
            return atLeast > part.version() ? part.behind() : part.replace(values, part.version() + 1);
        }

        @Override
        public boolean changes() {
            return true;
        }
    }

    /**
     * Restores values that were lost.
     *
     * @param version the version of the part when it had these values
     */
    record RestoreLost(Map<String, ?> values, long version) implements SharedStateCommand {

        @Override
        public Result applyTo(SharedStatePart part) {
            return version <= part.version() ? part.behind() : part.replace(values, version + 1);
        }
    }

    /** Reads all values. */
    record TakeAll() implements SharedStateCommand {

        @Override
        public Result applyTo(SharedStatePart part) {
            return part.all();
        }

        @Override
        public boolean onlyReads() {
            return true;
        }
    }

    /** Replaces a backup. */
    record Equal(SharedStatePart.Image image) implements SharedStateCommand {

        @Override
        public Result applyTo(SharedStatePart part) {
            return part.replace(image.values(), image.version());
        }
    }

    /**
     * The result of a command.
     *
     * @param version version of the part after the command
     */
    record Result(
            boolean done,
            long version,
            @Nullable Object now,
            @Nullable Map<String, ?> all) {}
}
