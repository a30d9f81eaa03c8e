package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.cluster.CounterCall.LeavePlace;
import io.gpucloud.stub.cluster.CounterCall.TakePlace;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The places of requests under way that this member has taken. One that could not be given back is owed, and given back
 * later: at worst one place too many is free for a while, and none is lost for ever.
 */
final class Places {

    private final IMap<String, CounterCell> counters;
    private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();

    Places(IMap<String, CounterCell> counters) {
        this.counters = counters;
    }

    private record Owed(String apiKey, LeavePlace leave) {}

    /** Answers whether there was a place. Of an unknown outcome it may have been taken, and the request is not let in. */
    boolean take(String apiKey, TakePlace take) {
        try {
            Parcel parcel = counters.executeOnKey(apiKey, new CounterProcess(take));
            return (long) Objects.requireNonNull(parcel.content()) == 0;
        } catch (IndeterminateOperationStateException | OperationTimeoutException unknown) {
            owed.add(new Owed(apiKey, new LeavePlace(take.member())));
            throw unknown;
        }
    }

    /** Nobody waits for it. */
    void leave(String apiKey, String member) {
        leave(new Owed(apiKey, new LeavePlace(member)));
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
