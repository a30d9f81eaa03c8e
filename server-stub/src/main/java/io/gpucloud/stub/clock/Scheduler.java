package io.gpucloud.stub.clock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All waits of the stub's threads. Each wait is bounded in real time, and ends when the stub stops. */
public final class Scheduler {

    private static final Logger LOG = LoggerFactory.getLogger(Scheduler.class);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final CountDownLatch ending = new CountDownLatch(1);
    private final LongSupplier nanoTime;
    private volatile long changes;

    /** Creates a scheduler that uses the system time. */
    public Scheduler() {
        this(System::nanoTime);
    }

    Scheduler(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Blocks the caller for a time, at most until {@link #endPauses()}.
     *
     * @param millis how long, in real time
     */
    public void pause(long millis) {
        try {
            ending.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all current and later pauses, so that a stopping stub completes its requests without delay. */
    public void endPauses() {
        ending.countDown();
        changed();
    }

    /** Whether pauses have ended. Threads that only wait on behalf of a caller then stop waiting. */
    public boolean isEnding() {
        return ending.getCount() == 0;
    }

    /**
     * Polls a value until it is sufficient or the time is over. Polls after each {@link #changed()}, and often enough
     * to see changes of other stubs.
     *
     * @param millis the longest wait, in real time
     */
    public <T> T until(long millis, Supplier<T> look, Predicate<T> enough) {
        long end = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
        while (true) {
            long before = changes;
            T seen = look.get();
            long left = end - nanoTime.getAsLong();
            if (left <= 0 || enough.test(seen)) {
                return seen;
            }
            try {
                awaitChange(before, Math.min(left, POLL_NANOS));
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return look.get();
            }
        }
    }

    /** May return earlier: the caller reads the state again. It does so without the lock, because that may be slow. */
    private synchronized void awaitChange(long before, long nanos) throws InterruptedException {
        if (changes == before) {
            TimeUnit.NANOSECONDS.timedWait(this, nanos);
        }
    }

    /**
     * Repeats a task on a thread of its own.
     *
     * @param millis real time between two runs
     * @param work the task; it is repeated also if it fails
     * @return ends the repetition; a run in progress completes
     */
    public Runnable every(long millis, String name, Runnable work) {
        ScheduledExecutorService repeating = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        var unused = repeating.scheduleWithFixedDelay(() -> attempt(work), millis, millis, TimeUnit.MILLISECONDS);
        return repeating::shutdown;
    }

    private static void attempt(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error failed) {
            // The next run may succeed, for example when there is memory again.
            LOG.error("A background task failed and is repeated: {}", failed.toString());
        }
    }

    /** Wakes all threads that wait for a change. */
    public synchronized void changed() {
        changes++;
        notifyAll();
    }
}
