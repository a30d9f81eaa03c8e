package io.gpucloud.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** How long threads hold the clock that run code of the test after they have used a client. */
class ClientThreadsTest {

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final ClientThreads threads = new ClientThreads(now::get);

    /** Starts a thread that uses a client, and then does something else. */
    private Thread afterUse(Runnable work) throws InterruptedException {
        CountDownLatch used = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            threads.use();
            used.countDown();
            work.run();
        });
        thread.setDaemon(true);
        thread.start();
        used.await();
        return thread;
    }

    @Test
    void aThreadThatComputesHoldsTheClockForAMinute() throws InterruptedException {
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean end = new AtomicBoolean();
        Thread computing = afterUse(() -> {
            begun.set(true);
            while (!end.get()) {
                Thread.onSpinWait();
            }
        });
        // Before, it may be in native code that wakes this thread.
        while (!begun.get()) {
            Thread.onSpinWait();
        }

        now.set(50 * SECOND);
        assertThat(threads.allWait()).isFalse();
        now.set(61 * SECOND);
        assertThat(threads.allWait()).isTrue();
        end.set(true);
        computing.join();
    }

    /** The holder has its own reason to go on, or has just released the lock. */
    @Test
    void aThreadThatWaitsForALockHoldsTheClock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Thread waiting;
        lock.lock();
        try {
            waiting = afterUse(() -> {
                lock.lock();
                try {
                    threads.taskEnds();
                } finally {
                    lock.unlock();
                }
            });
            while (!lock.hasQueuedThread(waiting) || waiting.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }

            assertThat(threads.allWait()).isFalse();
            threads.waitBegins(new CompletableFuture<>());
            assertThat(threads.allWait()).as("the holder waits for the clock").isTrue();
            threads.waitEnds();
            threads.taskEnds();
        } finally {
            lock.unlock();
        }
        waiting.join();
        assertThat(threads.allWait()).isTrue();
    }

    @Test
    void aTaskWithoutAThreadDoesNotHoldTheClock() {
        threads.taskIsQueued();
        assertThat(threads.allWait()).isFalse();

        threads.taskIsRejected();
        assertThat(threads.allWait()).isTrue();
    }

    @Test
    void aThreadThatWaitsForASocketHoldsTheClockForASecond() throws IOException, InterruptedException {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread accepting = afterUse(() -> {
                try {
                    server.accept().close();
                } catch (IOException closed) {
                    throw new UncheckedIOException(closed);
                }
            });
            // Before, it may be in other native code.
            while (!waitsForAConnection(accepting)) {
                Thread.onSpinWait();
            }

            assertThat(threads.allWait()).isFalse();
            now.set(2 * SECOND);
            assertThat(threads.allWait()).isTrue();

            new java.net.Socket("localhost", server.getLocalPort()).close();
            accepting.join();
        }
    }

    private static boolean waitsForAConnection(Thread thread) {
        StackTraceElement[] calls = thread.getStackTrace();
        return calls.length > 0
                && calls[0].isNativeMethod()
                && Set.of("accept", "accept0", "poll").contains(calls[0].getMethodName());
    }
}
