package io.gpucloud.client.lease;

import org.jspecify.annotations.Nullable;

/**
 * A rental that has no open lease yet, or an instance that the journal names and no lease holds yet.
 *
 * @param state {@link LeaseState#PLANNED} also while a rental waits for a GPU model that is free
 * @param recovering whether an ended process rented it, and the service has not listed it yet or the decision is
 *     pending
 * @param tag the {@linkplain RentalPlan#tag() tag} of its plan, or null
 * @param instanceUuid the instance, or null as long as it is not known
 */
public record PendingLease(
        LeaseState state,
        boolean recovering,
        @Nullable String tag,
        @Nullable String instanceUuid) {}
