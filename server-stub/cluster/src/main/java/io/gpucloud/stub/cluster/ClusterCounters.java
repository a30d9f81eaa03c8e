package io.gpucloud.stub.cluster;

import com.hazelcast.map.IMap;
import io.gpucloud.stub.control.RateLimits;
import io.gpucloud.stub.domain.UnavailableException;
import java.util.List;
import java.util.Objects;

/** Counts the requests of each key once, whichever member they come to. */
final class ClusterCounters implements RateLimits.Counters {

    private final int perSecond;
    private final int concurrent;
    private final Members members;
    private final IMap<String, CounterCell> counters;

    ClusterCounters(int perSecond, int concurrent, Members members) {
        this.perSecond = perSecond;
        this.concurrent = concurrent;
        this.members = members;
        counters = members.counters();
    }

    @Override
    public long nanosToWait(String apiKey) {
        return ask(apiKey, new CounterCall.Count(perSecond));
    }

    @Override
    public boolean takePlace(String apiKey) {
        List<String> all = members.identifiers();
        return ask(apiKey, new CounterCall.TakePlace(members.identifier(), all, concurrent)) == 0;
    }

    @Override
    public void leavePlace(String apiKey) {
        // Nobody waits for it, and nobody has to be told if it fails: the place is free once this member has left.
        counters.submitToKey(apiKey, new CounterProcess(new CounterCall.LeavePlace(members.identifier())));
    }

    @Override
    public void forget(String apiKey) {
        counters.delete(apiKey);
    }

    @Override
    public void clear() {
        counters.clear();
    }

    private long ask(String apiKey, CounterCall call) {
        try {
            return (long) Objects.requireNonNull(
                    counters.executeOnKey(apiKey, new CounterProcess(call)).content());
        } catch (RuntimeException failed) {
            throw new UnavailableException("requests cannot be counted", failed);
        }
    }
}
