package io.gpucloud.client.lease;

import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An instance that belonged to an ended process, as its journal proves.
 *
 * @param instance the instance as listed
 * @param tag the {@linkplain RentalPlan#tag() tag} of its plan, or null
 * @param endsAt the moment of its shutdown timer, or null if it has none yet
 * @param data what the plan and {@link InstanceLease#put} say about the work, which may be empty
 * @param handedOver whether the process handed it over, see {@link OnClose#HAND_OVER}
 */
public record RecoverableInstance(
        Instance instance,
        @Nullable String tag,
        @Nullable Instant endsAt,
        Map<String, String> data,
        boolean handedOver) {}
