package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AsyncTest {

    /** As in a callback of a future, whose thread is a daemon. */
    @Test
    void keepsTheJvmFromEndingAlsoWhereADaemonAsks() throws Exception {
        CompletableFuture<Boolean> daemon = new CompletableFuture<>();
        Thread asking = new Thread(() -> Async.THREADS.execute(
                () -> daemon.complete(Thread.currentThread().isDaemon())));
        asking.setDaemon(true);
        asking.start();

        assertThat(daemon.get(10, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void worksHereWhereTheSystemHasNoThreadToGive() {
        Executor exhausted = task -> {
            throw new OutOfMemoryError("unable to create native thread");
        };
        CompletableFuture<Thread> worked = new CompletableFuture<>();

        Async.orHere(exhausted).execute(() -> worked.complete(Thread.currentThread()));

        assertThat(worked).isCompletedWithValue(Thread.currentThread());
    }
}
