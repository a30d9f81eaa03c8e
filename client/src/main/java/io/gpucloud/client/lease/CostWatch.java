package io.gpucloud.client.lease;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.internal.Preconditions;
import io.gpucloud.client.model.Instance;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Computes the current costs of an account. It only reads, and is thread-safe. */
public final class CostWatch {

    private final GpuCloudClient client;

    /** Held while the costs are read for {@link #latest}, so that several callers cause one read. */
    private final ReentrantLock reading = new ReentrantLock();

    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile Reading last = new Reading(Instant.MIN, null, null);

    /** The result of a read: a report, or a failure. */
    private record Reading(
            Instant at,
            @Nullable CostReport report,
            @Nullable GpuCloudException failure) {}

    /**
     * Creates a cost watch for an account.
     *
     * @param client reads instances, prices, balance and cards; its timer gives the time
     */
    public CostWatch(GpuCloudClient client) {
        this.client = Objects.requireNonNull(client, "client");
    }

    /**
     * Reads the costs now. It lists instances, GPU models, pods, balance and cards, and private images if an instance
     * may come from one.
     *
     * @throws GpuCloudException if one of the calls fails
     */
    public CostReport now() {
        Instant at = client.timer().now();
        Reading reading = new Reading(at, null, null);
        try {
            CostReport report = read(at);
            reading = new Reading(at, report, null);
            return report;
        } catch (GpuCloudException unreadable) {
            reading = new Reading(at, null, unreadable);
            throw unreadable;
        } finally {
            last = reading;
        }
    }

    /**
     * Returns a recent report, or creates a new one. Use it for health checks, which are read often and must not send
     * more requests to a failing service.
     *
     * @param maxAge how long ago that may be, not negative
     * @return the new or the recent report
     * @throws GpuCloudException if one of the calls fails, or failed then
     * @throws IllegalArgumentException if the age is negative
     */
    public CostReport latest(Duration maxAge) {
        Preconditions.notNegative(maxAge, "maxAge");
        reading.lock();
        try {
            Reading recent = last;
            boolean young = isYoung(recent, maxAge);
            if (young && recent.failure() != null) {
                throw recent.failure();
            }
            return young && recent.report() != null ? recent.report() : now();
        } finally {
            reading.unlock();
        }
    }

    /**
     * Returns the last report without waiting for a call. If it is too old, the executor of the client creates a new
     * one for the next call. Use it for gauges, because a scrape must not wait for the service.
     *
     * @param maxAge the age from which a new report is created, not negative
     * @return the report; empty if there is none yet, or the last attempt failed
     * @throws IllegalArgumentException if the age is negative
     */
    public Optional<CostReport> cached(Duration maxAge) {
        Preconditions.notNegative(maxAge, "maxAge");
        if (!isYoung(last, maxAge) && refreshing.compareAndSet(false, true)) {
            refresh(maxAge);
        }
        return Optional.ofNullable(last.report());
    }

    private void refresh(Duration maxAge) {
        try {
            var unused = client.async(any -> latest(maxAge)).whenComplete((report, failure) -> refreshing.set(false));
        } catch (RuntimeException | Error rejected) {
            refreshing.set(false);
        }
    }

    /** A report from the future counts as old: the clock was set back since. */
    private boolean isYoung(Reading reading, Duration maxAge) {
        Instant now = client.timer().now();
        return !reading.at().isAfter(now) && !reading.at().isBefore(now.minus(maxAge));
    }

    private CostReport read(Instant at) {
        List<Instance> instances = client.instances().list();
        return CostData.read(client, instances, at).report(instances, at);
    }
}
