package io.gpucloud.stub.clock;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The only place where a thread of the stub waits, always for a bounded time of the machine. */
public final class Scheduler {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final AtomicLong changes = new AtomicLong();
    private final CountDownLatch ending = new CountDownLatch(1);
    private final LongSupplier nanoTime;

    /** Creates a scheduler on the system time. */
    public Scheduler() {
        this(System::nanoTime);
    }

    Scheduler(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Lets the caller wait, until {@link #endPauses()} at most.
     *
     * @param millis how long, by the machine's time
     */
    public void pause(long millis) {
        try {
            ending.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends all pauses, and those to come: a stub that is to end finishes what it has begun, and does so at once. */
    public void endPauses() {
        ending.countDown();
        changed();
    }

    /** Whether pauses have been ended: who waits for no more than a caller's sake then waits no longer. */
    public boolean isEnding() {
        return ending.getCount() == 0;
    }

    /**
     * Looks again and again, each time after {@link #changed()} or after a while, until what is seen is enough or the time
     * is over.
     *
     * @param millis how long to wait at most, by the machine's time
     * @param againMillis how long to wait at most until the next look
     */
    public <T> T until(long millis, long againMillis, Supplier<T> look, Predicate<T> enough) {
        long end = nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(millis);
        long step = TimeUnit.MILLISECONDS.toNanos(againMillis);
        while (true) {
            long before = changes.get();
            T seen = look.get();
            long left = end - nanoTime.getAsLong();
            if (left <= 0 || enough.test(seen)) {
                return seen;
            }
            try {
                awaitChange(before, Math.min(left, step));
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                return look.get();
            }
        }
    }

    /** The condition is evaluated outside the lock, because it may be slow. */
    private void awaitChange(long before, long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (changes.get() == before && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does something again and again, on a thread of its own, until that is closed.
     *
     * @param millis time of the machine between two times
     * @param work what to do; it must not throw
     */
    public Repetition every(long millis, String name, Runnable work) {
        Repetition repetition = new Repetition();
        Thread thread = new Thread(() -> repetition.repeat(millis, work), name);
        thread.setDaemon(true);
        thread.start();
        return repetition;
    }

    /** Something that is done again and again. */
    public static final class Repetition implements AutoCloseable {

        private final CountDownLatch closed = new CountDownLatch(1);

        private Repetition() {}

        private void repeat(long millis, Runnable work) {
            try {
                while (!closed.await(millis, TimeUnit.MILLISECONDS)) {
                    work.run();
                }
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
            }
        }

        /** Stops the schedule. A run in progress completes. */
        @Override
        public void close() {
            closed.countDown();
        }
    }

    /** Wakes whoever waits for a change. */
    public void changed() {
        lock.lock();
        try {
            changes.incrementAndGet();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
