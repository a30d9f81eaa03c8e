package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One listing of the instances, shared by all waits of a client.
 *
 * @param instances the listed instances by identifier; empty if it failed
 * @param absence which other instances certainly do not exist
 * @param failure why it failed, or null
 */
record InstancePoll(
        long number,
        Duration ended,
        Map<String, Instance> instances,
        ListCompleteness absence,
        @Nullable GpuCloudException failure) {

    /** A longer {@code Retry-After} is probably a mistake, such as a timestamp, and would end all waits. */
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

    /** Longer ago than any interval is long. */
    private static final Duration LONG_AGO = Duration.ofDays(-1000);

    /** Before the first poll. */
    static final InstancePoll NONE = new InstancePoll(0, LONG_AGO, Map.of(), ListCompleteness.NONE, null);

    static InstancePoll succeeded(long number, Duration ended, Listing<Instance> listed) {
        Map<String, Instance> instances = new HashMap<>();
        listed.forEach(instance -> instances.put(instance.instanceUuid(), instance));
        return new InstancePoll(number, ended, instances, ListCompleteness.of(listed), null);
    }

    static InstancePoll failed(long number, Duration ended, GpuCloudException failure) {
        return new InstancePoll(number, ended, Map.of(), ListCompleteness.NONE, failure);
    }

    /** The pause that the service requested. */
    Duration retryAfter() {
        Duration requested =
                failure == null ? Duration.ZERO : failure.retryAfter().orElse(Duration.ZERO);
        return requested.compareTo(LONGEST_RETRY_AFTER) < 0 ? requested : LONGEST_RETRY_AFTER;
    }

    /** Time since the poll ended; zero if the clock was set back since. */
    Duration ageAt(Duration now) {
        return isSetBack(now) ? Duration.ZERO : now.minus(ended);
    }

    /** Whether it ended less than an interval ago. If the clock was set back since, it counts as old. */
    boolean isYoungerThan(Duration interval, Duration now) {
        return !isSetBack(now) && now.compareTo(ended.plus(interval)) < 0;
    }

    private boolean isSetBack(Duration now) {
        return now.compareTo(ended) < 0;
    }
}
