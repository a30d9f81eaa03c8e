package io.gpucloud.client.lease;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the JVM alive during asynchronous work on instances. The executor of a client has virtual threads or daemon threads, which do
 * not prevent an exit. A JVM that exits during a rental would leave an instance that costs money.
 */
final class JvmKeepAlive {

    /** The one of all leases. */
    static final JvmKeepAlive INSTANCE = new JvmKeepAlive();

    private static final Logger LOG = LoggerFactory.getLogger(JvmKeepAlive.class);

    private int running;
    private CountDownLatch idle = new CountDownLatch(0);
    private @Nullable Thread thread;

    /** Called when work starts. */
    synchronized void begin() {
        if (running++ == 0) {
            CountDownLatch end = new CountDownLatch(1);
            idle = end;
            thread = start(() -> await(end));
        }
    }

    /** Called when work has ended. */
    synchronized void end() {
        if (--running == 0) {
            idle.countDown();
            thread = null;
        }
    }

    /** The thread that keeps the JVM alive; null without work. */
    synchronized @Nullable Thread thread() {
        return thread;
    }

    private static @Nullable Thread start(Runnable waiting) {
        Thread thread = new Thread(waiting, "gpu-cloud-lease-work");
        // A thread inherits this from the thread that creates it.
        thread.setDaemon(false);
        try {
            thread.start();
            return thread;
        } catch (OutOfMemoryError noThread) {
            LOG.warn("no thread is left to keep the JVM from exiting during asynchronous work on instances");
            return null;
        }
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
