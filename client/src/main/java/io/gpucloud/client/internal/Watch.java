package io.gpucloud.client.internal;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends an exchange when its time is over. A socket's own timeout begins anew with every byte, so it never ends an answer
 * that drips. The alarm rings on the timer that the JDK keeps for {@link CompletableFuture}: no thread of ours (D66).
 */
final class Watch implements AutoCloseable {

    private final CompletableFuture<@Nullable Void> alarm = new CompletableFuture<>();

    /** Begins to watch; {@code abort} must be quick and safe to be called by another thread. */
    Watch(Duration left, Runnable abort) {
        var unused = alarm.completeOnTimeout(null, left.toNanos(), TimeUnit.NANOSECONDS)
                .thenRun(abort);
    }

    boolean rang() {
        return alarm.isDone() && !alarm.isCancelled();
    }

    /** Ends the watch; from now on the alarm does not ring. */
    @Override
    public void close() {
        alarm.cancel(false);
    }
}
