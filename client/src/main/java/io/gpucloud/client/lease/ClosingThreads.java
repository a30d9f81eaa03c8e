package io.gpucloud.client.lease;

import java.util.concurrent.Executor;

/** The threads that close leases: one for each task. None is a daemon, so that the JVM does not exit before an instance is destroyed. */
final class ClosingThreads {

    private ClosingThreads() {}

    static void start(Runnable task) {
        Thread thread = new Thread(task, "gpu-cloud-lease");
        // A thread inherits this from the thread that creates it, which may be a daemon, as in callbacks of futures.
        thread.setDaemon(false);
        thread.start();
    }

    /** Falls back to the calling thread if the system cannot create another. */
    static Executor orCaller(Executor threads) {
        return task -> {
            try {
                threads.execute(task);
            } catch (OutOfMemoryError noThread) {
                task.run();
            }
        };
    }
}
