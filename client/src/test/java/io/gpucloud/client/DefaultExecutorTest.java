package io.gpucloud.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DefaultExecutorTest {

    /** Programs that wait for all threads, such as exec:java of Maven, would wait for idle ones, too. */
    @Test
    void keepsNoThreadAfterItsTask() throws Exception {
        CompletableFuture<Thread> thread = new CompletableFuture<>();

        DefaultExecutor.INSTANCE.execute(() -> thread.complete(Thread.currentThread()));

        Thread ran = thread.get(10, TimeUnit.SECONDS);
        ran.join(TimeUnit.SECONDS.toMillis(10));
        assertThat(ran.isAlive()).isFalse();
    }
}
