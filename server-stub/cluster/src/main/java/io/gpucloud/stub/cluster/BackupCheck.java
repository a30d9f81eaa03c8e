package io.gpucloud.stub.cluster;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Checks repeatedly whether all backups exist. Hazelcast asks every member and waits for one that does not respond, so health checks
 * and metrics read the last result instead.
 */
final class BackupCheck implements Runnable {

    static final long EVERY_MILLIS = 1_000;
    private static final long VALID_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final BooleanSupplier clusterIsSafe;
    private final LongSupplier nanoTime;
    private final AtomicLong membershipChanges = new AtomicLong();
    private volatile Result last = new Result(false, 0, -1);

    BackupCheck(BooleanSupplier clusterIsSafe, LongSupplier nanoTime) {
        this.clusterIsSafe = clusterIsSafe;
        this.nanoTime = nanoTime;
    }

    @Override
    public void run() {
        long changes = membershipChanges.get();
        boolean safe;
        try {
            safe = clusterIsSafe.getAsBoolean();
        } catch (RuntimeException stopping) {
            safe = false;
        }
        last = new Result(safe, nanoTime.getAsLong(), changes);
    }

    /** Results of checks that began earlier no longer count. */
    void membersChanged() {
        membershipChanges.incrementAndGet();
    }

    /** Whether a check within the last ten seconds, with the present members, found all backups. Never waits. */
    boolean inSync() {
        Result result = last;
        return result.safe
                && result.membershipChanges == membershipChanges.get()
                && nanoTime.getAsLong() - result.nanoTime < VALID_NANOS;
    }

    private record Result(boolean safe, long nanoTime, long membershipChanges) {}
}
