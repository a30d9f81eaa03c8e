package io.gpucloud.client.lease;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the {@link LeaseOptions#journal()} about an instance, or about a create request without an outcome.
 *
 * @param state whose it is
 * @param tag the {@linkplain RentalPlan#tag() tag} of its plan, or null
 * @param instanceUuid the instance, or null as long as it is not known
 * @param endsAt the moment of its shutdown timer, or null if it is not known
 * @param process whether the process that wrote this still runs
 * @param otherHost the name of the other host whose process wrote this; null if it was one of this host
 */
public record JournalEntry(
        State state,
        @Nullable String tag,
        @Nullable String instanceUuid,
        @Nullable Instant endsAt,
        ProcessState process,
        @Nullable String otherHost) {

    /** Whose an instance is. */
    public enum State {

        /** The outcome of the create request is not known. There may be an instance. */
        CREATING,

        /** It belongs to a lease of the process. If that has ended, {@link Leases#recover} recovers the instance. */
        LEASED,

        /** The next start of the program gets it, see {@link OnClose#HAND_OVER}. */
        HANDED_OVER,

        /** It was given to the caller, see {@link InstanceLease#keep}. It may be gone. */
        KEPT
    }

    /** What is known about the process that wrote an entry. */
    public enum ProcessState {

        /** It runs. */
        RUNS,

        /** Nothing shows whether it has ended. A process of another host shows that it runs only by a lock. */
        MAY_RUN,

        /** It has ended. */
        ENDED
    }

    /** The entry of a record; empty if nothing was sent, and if it is over. */
    static Optional<JournalEntry> of(LeaseRecord record, @Nullable JournalProcess writer, ProcessState process) {
        State state = state(record);
        return state == null
                ? Optional.empty()
                : Optional.of(new JournalEntry(
                        state,
                        record.tag(),
                        record.instanceUuid(),
                        record.timer().end(),
                        process,
                        writer != null && writer.runsOnAnotherHost() ? writer.hostName() : null));
    }

    private static @Nullable State state(LeaseRecord record) {
        return switch (record.state()) {
            case PLANNED, ENDED, FAILED -> null;
            case CREATING, IN_DOUBT, UNKNOWN -> State.CREATING;
            case BOOTING, RUNNING, LOST, ENDING -> record.holder() == null ? State.HANDED_OVER : State.LEASED;
            case KEPT -> State.KEPT;
        };
    }
}
