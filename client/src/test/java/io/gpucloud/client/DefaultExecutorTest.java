package io.gpucloud.client;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DefaultExecutorTest {

    /** Programs that wait for all threads, such as exec:java of Maven, would wait for idle ones, too. */
    @Test
    void keepsNoThreadAfterItsTask() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();

        DefaultExecutor.INSTANCE.execute(() -> thread.complete(Thread.currentThread()));

        thread.get().join();
    }
}
