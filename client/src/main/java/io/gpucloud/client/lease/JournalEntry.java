package io.gpucloud.client.lease;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the {@link LeaseOptions#journal()} about an instance, or about a create request without an outcome.
 *
 * @param state never {@link LeaseState#PLANNED}, nor one that is over; {@link LeaseState#KEPT} instances may be gone
 * @param handedOver whether the next start of the program gets it, see {@link OnClose#HAND_OVER}
 * @param tag the {@linkplain RentalPlan#tag() tag} of its plan, or null
 * @param instanceUuid the instance, or null as long as it is not known
 * @param endsAt the moment of its shutdown timer, or null if it is not known
 * @param process whether the process that wrote this still runs
 * @param otherHost the name of the other host whose process wrote this; null if it was one of this host
 */
public record JournalEntry(
        LeaseState state,
        boolean handedOver,
        @Nullable String tag,
        @Nullable String instanceUuid,
        @Nullable Instant endsAt,
        ProcessState process,
        @Nullable String otherHost) {

    /** Whether the process that wrote an entry runs. */
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
        return record.state().mayCost()
                ? Optional.of(new JournalEntry(
                        record.state(),
                        record.state().hasInstance() && record.state() != LeaseState.KEPT && record.holder() == null,
                        record.tag(),
                        record.instanceUuid(),
                        record.timer().end(),
                        process,
                        writer != null && writer.runsOnAnotherHost() ? writer.hostName() : null))
                : Optional.empty();
    }
}
