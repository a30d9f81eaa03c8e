package io.gpucloud.stub.control;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The only place where a thread of the stub waits, always for a bounded time of the machine. */
public final class Waits {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Nobody waits yet. */
    public Waits() {}

    /**
     * Lets the caller wait.
     *
     * @param millis how long, by the machine's time
     */
    public void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Looks again and again, each time after {@link #changed()}, until what is seen is enough or the time is over.
     *
     * @param <T> what is seen
     * @param millis how long to wait at most, by the machine's time
     * @param look looks
     * @param enough whether what is seen is enough
     * @return what was seen last
     */
    public <T> T until(long millis, Supplier<T> look, Predicate<T> enough) {
        lock.lock();
        try {
            long left = TimeUnit.MILLISECONDS.toNanos(millis);
            T seen = look.get();
            while (!enough.test(seen) && left > 0) {
                left = changed.awaitNanos(left);
                seen = look.get();
            }
            return seen;
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Does something again and again, on a thread of its own, until that is closed.
     *
     * @param millis time of the machine between two times
     * @param name name of the thread
     * @param work what to do; it must not throw
     * @return closes it
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

        /** Ends it. What is under way goes on to its end. */
        @Override
        public void close() {
            closed.countDown();
        }
    }

    /** Wakes whoever waits for a change. */
    public void changed() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
