package io.gpucloud.client.internal;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Threads of tests. */
final class Threads {

    /** One for each task: the pool that all share has but one where there are two processors, and tasks wait for each other. */
    static final Executor OF_THEIR_OWN = task -> new Thread(task).start();

    private Threads() {}

    /** A thread for all tasks, one after the other. */
    static Executor single() {
        return Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        });
    }
}
