package io.gpucloud.client.lease;

import org.jspecify.annotations.Nullable;

/**
 * A rental that has no open lease yet, or an instance that the journal names and no lease holds yet.
 *
 * @param state what it waits for
 * @param tag the {@linkplain RentalPlan#tag() tag} of its plan, or null
 * @param instanceUuid the instance, or null as long as it is not known
 */
public record PendingLease(
        State state, @Nullable String tag, @Nullable String instanceUuid) {

    /** The step that a pending lease waits for. */
    public enum State {

        /** A GPU model that is free, and the response to the create request. There is no instance yet. */
        CREATING,

        /** The outcome of a create request is unknown. There may be an instance. */
        IN_DOUBT,

        /** The instance boots, or gets its title and its shutdown timer. */
        BOOTING,

        /** An ended process owned the instance. The service has not listed it yet, or the decision is pending. */
        RECOVERING,

        /** The instance is being destroyed, or could not be destroyed. */
        ENDING
    }
}
