package io.gpucloud.stub.cluster;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.auth.LocalCounters;
import io.gpucloud.stub.cluster.CounterCall.Count;
import io.gpucloud.stub.cluster.CounterCall.LeavePlace;
import io.gpucloud.stub.cluster.CounterCall.TakePlace;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Counts the requests of one key, for all members. Touched by one thread at a time, which the engine sees to. */
final class CounterCell {

    private final Set<Place> places = new HashSet<>();
    private @Nullable Bucket bucket;

    private record Place(String member, long number) {}

    /** Whether it has counted nothing that matters any more. */
    boolean isEmpty() {
        return places.isEmpty() && bucket == null;
    }

    /** Answers how long to wait, in nanoseconds; 0 if it was counted, or if there was a place. */
    long perform(CounterCall call) {
        if (call instanceof Count count) {
            return count(count.perSecond());
        } else if (call instanceof TakePlace take) {
            return take(take);
        } else if (call instanceof LeavePlace leave) {
            places.remove(new Place(leave.member(), leave.number()));
        }
        return 0;
    }

    private long count(int perSecond) {
        if (bucket == null) {
            bucket = LocalCounters.bucket(perSecond, TimeMeter.SYSTEM_NANOTIME);
        }
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? 0 : probe.getNanosToWaitForRefill();
    }

    private long take(TakePlace take) {
        places.removeIf(place -> !take.members().contains(place.member()));
        if (places.size() >= take.concurrent()) {
            return 1;
        }
        places.add(new Place(take.member(), take.number()));
        return 0;
    }
}
