package io.gpucloud.client.lease;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cost of an instance, by the journal.
 *
 * @param instanceUuid the instance
 * @param tag the {@linkplain RentalPlan#tag() tag} of its plan, or null
 * @param data what the plan and {@link InstanceLease#put} say about the work, which may be empty
 * @param gpuUuid the GPU model, or null if another program created the instance
 * @param cost the cost without the price that is probably billed, which the journal does not have
 */
public record RentalCost(
        String instanceUuid,
        @Nullable String tag,
        Map<String, String> data,
        @Nullable String gpuUuid,
        LeaseCost cost) {}
