package io.gpucloud.client.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Threads of tests. */
final class TestThreads {

    /**
     * One thread per task. With two processors the common pool has only one thread, and the tasks wait for each other.
     */
    static final Executor OF_THEIR_OWN = task -> new Thread(task).start();

    private TestThreads() {}

    /** One thread for all tasks, in sequence. */
    static Executor single() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }
}
