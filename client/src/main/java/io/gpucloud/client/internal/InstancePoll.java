package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One listing of the instances, shared by all waits of a client.
 *
 * @param listed the instances; empty and incomplete if it failed
 * @param failure why it failed, or null
 */
record InstancePoll(
        long number, Listing<Instance> listed, @Nullable GpuCloudException failure, Duration ended) {

    /** A longer {@code Retry-After} is probably a mistake, such as a timestamp, and would end all waits. */
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

    /** Longer ago than any interval is long. */
    private static final Duration LONG_AGO = Duration.ofDays(-1000);

    static final Listing<Instance> NOTHING = Listing.of(List.of(), List.of(), false);

    /** Before the first poll. */
    static final InstancePoll NONE = new InstancePoll(0, NOTHING, null, LONG_AGO);

    @Nullable
    Instance find(String instanceUuid) {
        return listed.stream()
                .filter(instance -> instance.instanceUuid().equals(instanceUuid))
                .findFirst()
                .orElse(null);
    }

    /**
     * Whether an instance that was not found certainly does not exist. An unreadable record whose identifier is legible
     * says nothing against the absence of other instances.
     */
    boolean provesAbsenceOf(String instanceUuid) {
        return listed.isComplete()
                && listed.unreadableRecords().stream()
                        .map(InstancePoll::identifier)
                        .noneMatch(identifier -> identifier.isBlank() || identifier.equals(instanceUuid));
    }

    /** The identifier in an unreadable record; empty if it is not legible. */
    private static String identifier(String record) {
        try {
            JsonNode identifier = Json.MAPPER.readTree(record).path("instance_uuid");
            return identifier.isString() || identifier.isNumber() ? identifier.asString() : "";
        } catch (JacksonException unreadable) {
            return "";
        }
    }

    /** The pause that the service requested. */
    Duration retryAfter() {
        Duration requested =
                failure == null ? Duration.ZERO : failure.retryAfter().orElse(Duration.ZERO);
        return requested.compareTo(LONGEST_RETRY_AFTER) < 0 ? requested : LONGEST_RETRY_AFTER;
    }

    /** Whether it ended less than an interval ago. */
    boolean isYoungerThan(Duration interval, Duration now) {
        return now.compareTo(ended.plus(interval)) < 0;
    }
}
