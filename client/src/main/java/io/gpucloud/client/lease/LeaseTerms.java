package io.gpucloud.client.lease;

import io.gpucloud.client.internal.Preconditions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a plan that the journal keeps: the tag of the caller, the lifetime of the instance, the pause between two
 * renewals of its timer, and the idle timeout.
 */
record LeaseTerms(
        @Nullable String tag,
        @Nullable Duration lifetime,
        @Nullable Duration renewEvery,
        @Nullable Duration idleTimeout) {

    private static final int MOST_DATA = 4096;

    LeaseTerms(@Nullable String tag, @Nullable Duration lifetime) {
        this(tag, lifetime, null, null);
    }

    static LeaseTerms of(RentalPlan plan) {
        return new LeaseTerms(plan.tag(), plan.maxLifetime(), plan.renewTimerEvery(), plan.idleTimeout());
    }

    /** Requires that a map is short enough for the journal, and copies it. */
    static Map<String, String> shortData(Map<String, String> data) {
        int bytes = data.entrySet().stream()
                .mapToInt(entry -> (entry.getKey() + entry.getValue()).getBytes(StandardCharsets.UTF_8).length)
                .sum();
        Preconditions.require(bytes <= MOST_DATA, "the data of a lease must have 4 KiB or less");
        return Map.copyOf(data);
    }
}
