package io.gpucloud.stub.auth;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Counts requests in this machine's memory. */
public final class LocalRequestCounters implements RateLimiter.Counters {

    private final int perSecond;
    private final int concurrent;
    private final TimeMeter time;
    private final Map<String, Bucket> rates = new ConcurrentHashMap<>();
    private final Map<String, Semaphore> permits = new ConcurrentHashMap<>();

    /**
     * Creates counters with the same limits for every key.
     *
     * @param time the real time
     */
    public LocalRequestCounters(int perSecond, int concurrent, TimeMeter time) {
        this.perSecond = perSecond;
        this.concurrent = concurrent;
        this.time = time;
    }

    @Override
    public long nanosToWait(String apiKey) {
        ConsumptionProbe probe =
                rates.computeIfAbsent(apiKey, absent -> bucket(perSecond, time)).tryConsumeAndReturnRemaining(1);
        return probe.isConsumed() ? 0 : probe.getNanosToWaitForRefill();
    }

    @Override
    public @Nullable Permit tryAcquire(String apiKey) {
        Semaphore free = permits.computeIfAbsent(apiKey, absent -> new Semaphore(concurrent));
        // Releases into the same semaphore, even if the key was forgotten and has a new one.
        return free.tryAcquire() ? free::release : null;
    }

    @Override
    public void forget(String apiKey) {
        rates.remove(apiKey);
        permits.remove(apiKey);
    }

    @Override
    public void clear() {
        rates.clear();
        permits.clear();
    }

    /**
     * Counts the requests of one key.
     *
     * @param time the real time
     */
    public static Bucket bucket(int perSecond, TimeMeter time) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
                .withCustomTimePrecision(time)
                .build();
    }
}
