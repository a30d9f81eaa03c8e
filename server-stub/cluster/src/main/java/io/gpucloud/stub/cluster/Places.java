package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.cluster.CounterCall.LeavePlace;
import io.gpucloud.stub.cluster.CounterCall.TakePlace;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The places of requests under way that this member has taken. One that could not be given back is owed, and given back
 * later: at worst one place too many is free for a while, and none is lost for ever.
 */
final class Places {

    private final IMap<String, CounterCell> counters;
    private final AtomicLong taken = new AtomicLong();
    private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();

    Places(IMap<String, CounterCell> counters) {
        this.counters = counters;
    }

    private record Owed(String apiKey, LeavePlace leave) {}

    /**
     * Takes a place for a member, if there is one; null if there is none. Of an unknown outcome it may have been taken, and
     * the request is not let in. Nobody waits until it is given back.
     */
    RateLimiter.@Nullable Pass take(String apiKey, String member, List<String> members, int concurrent) {
        TakePlace take = new TakePlace(member, taken.incrementAndGet(), members, concurrent);
        Owed place = new Owed(apiKey, new LeavePlace(member, take.number()));
        try {
            Parcel parcel = counters.executeOnKey(apiKey, new CounterProcess(take));
            return (long) Objects.requireNonNull(parcel.content()) == 0 ? () -> leave(place) : null;
        } catch (IndeterminateOperationStateException | OperationTimeoutException unknown) {
            owed.add(place);
            throw unknown;
        }
    }

    void leaveOwed() {
        for (int left = owed.size(); left > 0; left--) {
            leave(owed.remove());
        }
    }

    private void leave(Owed place) {
        try {
            counters.submitToKey(place.apiKey, new CounterProcess(place.leave)).whenComplete((parcel, failure) -> {
                if (failure != null) {
                    owed.add(place);
                }
            });
        } catch (RuntimeException unreachable) {
            owed.add(place);
        }
    }
}
