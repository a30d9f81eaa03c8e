package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DefaultExecutorTest {

    @Test
    void usesVirtualThreadsIfTheJdkHasThem() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();

        DefaultExecutor.INSTANCE.execute(() -> thread.complete(Thread.currentThread()));

        boolean virtual = thread.get(10, TimeUnit.SECONDS).toString().startsWith("VirtualThread");
        assertThat(virtual).isEqualTo(Runtime.version().feature() >= 21);
    }
}
