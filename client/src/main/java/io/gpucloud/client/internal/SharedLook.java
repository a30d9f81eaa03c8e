package io.gpucloud.client.internal;

import io.gpucloud.client.Sleeper;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Looks at the instances on behalf of all who wait: one at a time, and not again before an interval has passed. */
final class SharedLook {

    private final Supplier<List<Instance>> instances;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private volatile long begun;
    private Look latest = Look.NONE;

    SharedLook(Supplier<List<Instance>> instances, InstantSource clock, Sleeper sleeper) {
        this.instances = instances;
        this.clock = clock;
        this.sleeper = sleeper;
    }

    /** How many looks have begun: what began before a wait did knows nothing of what was done before the wait. */
    long begun() {
        return begun;
    }

    /** A look later than number {@code seen}: the latest one if it is younger than the interval, or else a new one. */
    Look after(long seen, Duration interval) throws InterruptedException {
        oneAtATime.lockInterruptibly();
        try {
            Instant now = clock.instant();
            if (now.isBefore(latest.silentUntil())) {
                return latest;
            }
            Duration rest = Duration.between(now, latest.ended().plus(interval));
            boolean young = !rest.isNegative() && !rest.isZero();
            if (young && latest.number() > seen) {
                return latest;
            }
            if (young) {
                sleeper.sleep(rest);
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
