package io.gpucloud.stub.cluster;

import java.util.List;

/** A command for the counter of an API key. */
sealed interface CounterCommand {

    /** Returns 0 if the request was counted or the permit acquired or released, otherwise the time to wait in nanoseconds. */
    long applyTo(StoredCounter counter);

    /**
     * Counts a request.
     *
     * @param perSecond limit of requests per second
     */
    record Count(int perSecond) implements CounterCommand {
        @Override
        public long applyTo(StoredCounter counter) {
            return counter.count(perSecond);
        }
    }

    /**
     * Acquires a permit.
     *
     * @param number identifies the permit among those of the member
     * @param members the members of the cluster; permits of other members are released
     */
    record AcquirePermit(String member, long number, List<String> members, int concurrent) implements CounterCommand {
        @Override
        public long applyTo(StoredCounter counter) {
            counter.releaseExceptOf(members);
            return counter.acquire(member, number, concurrent) ? 0 : 1;
        }
    }

    /**
     * Releases a permit if it is still held.
     *
     * @param number identifies the permit among those of the member
     */
    record ReleasePermit(String member, long number) implements CounterCommand {
        @Override
        public long applyTo(StoredCounter counter) {
            counter.release(member, number);
            return 0;
        }
    }
}
