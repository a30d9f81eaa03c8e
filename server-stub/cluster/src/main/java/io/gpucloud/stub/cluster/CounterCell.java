package io.gpucloud.stub.cluster;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.cluster.CounterCall.Count;
import io.gpucloud.stub.cluster.CounterCall.LeavePlace;
import io.gpucloud.stub.cluster.CounterCall.TakePlace;
import io.gpucloud.stub.control.LocalCounters;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the requests of one key, for all members. Touched by one thread at a time, which the engine sees to. */
final class CounterCell {

    private final Map<String, Integer> places = new HashMap<>();
    private @Nullable Bucket bucket;

    /** Answers how long to wait, in nanoseconds; 0 if it was counted, or if there was a place. */
    long perform(CounterCall call) {
        if (call instanceof Count count) {
            return count(count.perSecond());
        } else if (call instanceof TakePlace take) {
            return take(take);
        } else if (call instanceof LeavePlace leave) {
            places.computeIfPresent(leave.member(), (member, taken) -> taken == 1 ? null : taken - 1);
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
        places.keySet().retainAll(take.members());
        int taken = places.values().stream().mapToInt(Integer::intValue).sum();
        if (taken >= take.concurrent()) {
            return 1;
        }
        places.merge(take.member(), 1, Integer::sum);
        return 0;
    }
}
