package io.gpucloud.stub.cluster;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.auth.LocalRequestCounters;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts the requests of one API key for all members. Hazelcast lets one thread at a time use it. */
final class StoredCounter {

    private final Set<Permit> permits = new HashSet<>();
    private @Nullable Bucket bucket;

    private record Permit(String member, long number) {}

    /** Whether the counter can be deleted. */
    boolean isEmpty() {
        return permits.isEmpty() && bucket == null;
    }

    /** Counts a request. Returns 0 if it was counted, otherwise the time to wait in nanoseconds. */
    long count(int perSecond) {
        if (bucket == null) {
            bucket = LocalRequestCounters.bucket(perSecond, TimeMeter.SYSTEM_NANOTIME);
        }
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? 0 : probe.getNanosToWaitForRefill();
    }

    /** Releases the permits of all other members. */
    void releaseExceptOf(List<String> members) {
        permits.removeIf(permit -> !members.contains(permit.member()));
    }

    /** Acquires a permit if fewer than the given number are held. Returns whether it was acquired. */
    boolean acquire(String member, long number, int concurrent) {
        boolean free = permits.size() < concurrent;
        if (free) {
            permits.add(new Permit(member, number));
        }
        return free;
    }

    void release(String member, long number) {
        permits.remove(new Permit(member, number));
    }
}
