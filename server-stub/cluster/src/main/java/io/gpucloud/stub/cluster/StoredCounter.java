package io.gpucloud.stub.cluster;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.auth.LocalRequestCounters;
import io.gpucloud.stub.cluster.CounterCommand.AcquirePermit;
import io.gpucloud.stub.cluster.CounterCommand.Count;
import io.gpucloud.stub.cluster.CounterCommand.ReleasePermit;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts the requests of one API key for all members. Hazelcast lets one thread at a time use it. */
final class StoredCounter {

    private final Set<Place> permits = new HashSet<>();
    private @Nullable Bucket bucket;

    private record Place(String member, long number) {}

    /** Whether the counter can be deleted. */
    boolean isEmpty() {
        return permits.isEmpty() && bucket == null;
    }

    /** Returns 0 if the request was counted or the permit acquired, otherwise the time to wait in nanoseconds. */
    long perform(CounterCommand command) {
        if (command instanceof Count count) {
            return count(count.perSecond());
        } else if (command instanceof AcquirePermit take) {
            return take(take);
        } else if (command instanceof ReleasePermit leave) {
            permits.remove(new Place(leave.member(), leave.number()));
        }
        return 0;
    }

    private long count(int perSecond) {
        if (bucket == null) {
            bucket = LocalRequestCounters.bucket(perSecond, TimeMeter.SYSTEM_NANOTIME);
        }
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? 0 : probe.getNanosToWaitForRefill();
    }

    private long take(AcquirePermit take) {
        permits.removeIf(place -> !take.members().contains(place.member()));
        if (permits.size() >= take.concurrent()) {
            return 1;
        }
        permits.add(new Place(take.member(), take.number()));
        return 0;
    }
}
