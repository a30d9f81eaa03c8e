package io.gpucloud.client;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/**
 * The default executor of asynchronous calls, waits and leases: virtual threads if the JDK has them, otherwise daemon
 * threads.
 */
final class DefaultExecutor {

    static final Executor INSTANCE = create();

    private DefaultExecutor() {}

    private static Executor create() {
        try {
            // Java 21 and later; the client is compiled for Java 17.
            return (Executor)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException older) {
            // The common pool has too few threads for calls that block.
            return DefaultExecutor::startThread;
        }
    }

    /**
     * A thread of a pool would stay for a while, and delay the end of programs that wait for all threads, such as
     * exec:java of Maven.
     */
    private static void startThread(Runnable work) {
        Thread thread = new Thread(work, "gpu-cloud-async");
        thread.setDaemon(true);
        thread.start();
    }
}
