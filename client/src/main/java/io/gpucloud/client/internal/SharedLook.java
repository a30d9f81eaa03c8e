package io.gpucloud.client.internal;

import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at the instances on behalf of all who wait: one at a time, and not again before an interval has passed. */
final class SharedLook {

    private final Supplier<List<Instance>> instances;
    private final InstantSource clock;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private volatile long begun;
    private Look latest = Look.NONE;

    SharedLook(Supplier<List<Instance>> instances, InstantSource clock) {
        this.instances = instances;
        this.clock = clock;
    }

    /** How many looks have begun: what began before a wait did knows nothing of what was done before the wait. */
    long begun() {
        return begun;
    }

    /**
     * A look that tells the wait something new: the latest one if it is young enough, or else a new one. Null if it is too
     * early for that; the wait then knows when to ask again. Nobody rests in here, since all others would have to wait.
     */
    @Nullable
    Look lookFor(Wait wait) throws InterruptedException {
        oneAtATime.lockInterruptibly();
        try {
            Instant now = clock.instant();
            boolean young = latest.isYoungerThan(wait.patience(), now);
            if (latest.isSilentAt(now) || (young && latest.number() > wait.seen())) {
                return latest;
            }
            if (young && !wait.hasRested()) {
                wait.restUntil(latest.ended().plus(wait.patience()));
                return null;
            }
            latest = look();
            return latest;
        } finally {
            oneAtATime.unlock();
        }
    }

    private Look look() {
        long number = begun + 1;
        begun = number;
        try {
            List<Instance> listed = instances.get();
            return Look.of(number, clock.instant(), listed);
        } catch (GpuCloudException failure) {
            return new Look(number, clock.instant(), Map.of(), failure);
        }
    }
}
