package io.gpucloud.stub.fault;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A fault that can be set.
 *
 * @param scope requests that the fault affects; null for a lifecycle fault
 * @param times how many times it triggers; null for no limit
 * @param probability probability of each attempt, above 0 and at most 1
 * @param until the moment from which it no longer triggers, in epoch seconds; null for no end
 * @param forSeconds how long it triggers from the moment at which it is set, instead of {@code until}; null for no end
 */
public record FaultDefinition<E extends Effect>(
        @Nullable Scope scope,
        E effect,
        @Nullable Integer times,
        double probability,
        @Nullable Long until,
        @Nullable Long forSeconds) {

    /** The same response fault for the requests of one key. */
    public FaultDefinition<E> ofKey(String apiKey) {
        return new FaultDefinition<>(
                scope == null ? null : scope.ofKey(apiKey), effect, times, probability, until, forSeconds);
    }

    /** The same fault with the type of its effect, if the effect is of this type. */
    public <F extends Effect> Optional<FaultDefinition<F>> as(Class<F> type) {
        return type.isInstance(effect)
                ? Optional.of(new FaultDefinition<>(scope, type.cast(effect), times, probability, until, forSeconds))
                : Optional.empty();
    }
}
