package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClosingThreadsTest {

    /** As in a callback of a future, whose thread is a daemon. */
    @Test
    void startsNoDaemonEvenIfADaemonThreadCalls() throws Exception {
        CompletableFuture<Boolean> daemon = new CompletableFuture<>();
        Thread asking = new Thread(() -> ClosingThreads.start(
                () -> daemon.complete(Thread.currentThread().isDaemon())));
        asking.setDaemon(true);
        asking.start();

        assertThat(daemon.get(10, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void usesTheCallingThreadIfTheSystemCannotCreateAnother() {
        Executor exhausted = task -> {
            throw new OutOfMemoryError("unable to create native thread");
        };
        CompletableFuture<Thread> worked = new CompletableFuture<>();

        ClosingThreads.orCaller(exhausted).execute(() -> worked.complete(Thread.currentThread()));

        assertThat(worked).isCompletedWithValue(Thread.currentThread());
    }
}
