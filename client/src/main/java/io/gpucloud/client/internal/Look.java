package io.gpucloud.client.internal;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One listing of the instances, shared by all who wait.
 *
 * @param number how many looks there have been, this one included
 * @param ended when it ended
 * @param instances what it brought, by identifier; nothing if it failed
 * @param failure why it failed, or null
 */
record Look(
        long number,
        Instant ended,
        Map<String, Instance> instances,
        @Nullable GpuCloudException failure) {

    /** Longer, and a mistake is more likely: such as a moment for a number of seconds, which would end all waits. */
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(5);

    /** Before the first one. */
    static final Look NONE = new Look(0, Instant.EPOCH, Map.of(), null);

    static Look of(long number, Instant ended, List<Instance> listed) {
        Map<String, Instance> instances = new HashMap<>();
        listed.forEach(instance -> instances.put(instance.instanceUuid(), instance));
        return new Look(number, ended, instances, null);
    }

    /** How long the service asked to be left alone. */
    Duration silence() {
        Duration asked = failure == null ? Duration.ZERO : failure.retryAfter().orElse(Duration.ZERO);
        return asked.compareTo(LONGEST_SILENCE) < 0 ? asked : LONGEST_SILENCE;
    }

    /** Whether the service still wants to be left alone. */
    boolean isSilentAt(Instant now) {
        return isYoungerThan(silence(), now);
    }

    /** Whether it ended less than an interval ago. One that seems yet to come is old: the clock was set back since. */
    boolean isYoungerThan(Duration interval, Instant now) {
        return !now.isBefore(ended) && now.isBefore(ended.plus(interval));
    }
}
