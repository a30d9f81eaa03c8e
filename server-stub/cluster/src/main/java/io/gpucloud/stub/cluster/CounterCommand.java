package io.gpucloud.stub.cluster;

import java.util.List;

/** A command for the counter of an API key. */
sealed interface CounterCommand {

    /**
     * Counts a request.
     *
     * @param perSecond limit of requests per second
     */
    record Count(int perSecond) implements CounterCommand {}

    /**
     * Acquires a permit.
     *
     * @param number identifies the permit among those of the member
     * @param members the members of the cluster; permits of other members are released
     */
    record AcquirePermit(String member, long number, List<String> members, int concurrent) implements CounterCommand {}

    /**
     * Releases a permit if it is still held.
     *
     * @param number identifies the permit among those of the member
     */
    record ReleasePermit(String member, long number) implements CounterCommand {}
}
