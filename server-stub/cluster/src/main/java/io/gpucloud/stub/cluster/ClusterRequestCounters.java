package io.gpucloud.stub.cluster;

import com.hazelcast.map.IMap;
import io.gpucloud.stub.account.StateUnavailableException;
import io.gpucloud.stub.auth.Permit;
import io.gpucloud.stub.auth.RateLimiter;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Counts the requests of each API key for the whole cluster. */
final class ClusterRequestCounters implements RateLimiter.Counters {

    private final int perSecond;
    private final int concurrent;
    private final Members members;
    private final IMap<String, StoredCounter> counters;

    ClusterRequestCounters(int perSecond, int concurrent, Members members) {
        this.perSecond = perSecond;
        this.concurrent = concurrent;
        this.members = members;
        counters = members.counters();
    }

    @Override
    public long nanosToWait(String apiKey) {
        CounterProcessor count = new CounterProcessor(new CounterCommand.Count(perSecond));
        return ask(() -> (long)
                Objects.requireNonNull(counters.executeOnKey(apiKey, count).content()));
    }

    @Override
    public @Nullable Permit tryAcquire(String apiKey) {
        return ask(() -> members.permits().tryAcquire(apiKey, members.identifier(), members.identifiers(), concurrent));
    }

    @Override
    public void forget(String apiKey) {
        counters.delete(apiKey);
    }

    @Override
    public void clear() {
        counters.clear();
    }

    private static <T extends @Nullable Object> T ask(Supplier<T> asked) {
        try {
            return asked.get();
        } catch (RuntimeException failed) {
            throw new StateUnavailableException("the rate limit cannot be checked", failed);
        }
    }
}
