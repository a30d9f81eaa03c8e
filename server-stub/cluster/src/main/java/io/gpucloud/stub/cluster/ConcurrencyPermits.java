package io.gpucloud.stub.cluster;

import com.hazelcast.core.IndeterminateOperationStateException;
import com.hazelcast.core.OperationTimeoutException;
import com.hazelcast.map.IMap;
import io.gpucloud.stub.auth.Permit;
import io.gpucloud.stub.cluster.CounterCommand.AcquirePermit;
import io.gpucloud.stub.cluster.CounterCommand.ReleasePermit;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The permits for concurrent requests that this member holds. A permit that could not be released is released later: at worst one permit
 * too many is available for a short time, and none is lost.
 */
final class ConcurrencyPermits {

    private final IMap<String, StoredCounter> counters;
    private final AtomicLong taken = new AtomicLong();
    private final Queue<Owed> owed = new ConcurrentLinkedQueue<>();

    ConcurrencyPermits(IMap<String, StoredCounter> counters) {
        this.counters = counters;
    }

    private record Owed(String apiKey, ReleasePermit release) {}

    /**
     * Acquires a permit, or returns null if none is left. If the outcome is unknown, the request is rejected and the permit is released
     * later. Closing the result releases the permit without waiting.
     */
    @Nullable
    Permit tryAcquire(String apiKey, String member, List<String> members, int concurrent) {
        AcquirePermit acquire = new AcquirePermit(member, taken.incrementAndGet(), members, concurrent);
        Owed permit = new Owed(apiKey, new ReleasePermit(member, acquire.number()));
        try {
            ResultEnvelope envelope = counters.executeOnKey(apiKey, new CounterProcessor(acquire));
            return (long) Objects.requireNonNull(envelope.content()) == 0 ? () -> release(permit) : null;
        } catch (IndeterminateOperationStateException | OperationTimeoutException unknown) {
            owed.add(permit);
            throw unknown;
        }
    }

    void releaseOwed() {
        for (int left = owed.size(); left > 0; left--) {
            release(owed.remove());
        }
    }

    private void release(Owed permit) {
        try {
            counters.submitToKey(permit.apiKey, new CounterProcessor(permit.release))
                    .whenComplete((envelope, failure) -> {
                        if (failure != null) {
                            owed.add(permit);
                        }
                    });
        } catch (RuntimeException unreachable) {
            owed.add(permit);
        }
    }
}
