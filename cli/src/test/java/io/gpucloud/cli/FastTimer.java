package io.gpucloud.cli;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A timer whose pauses end at once: only its own time passes. */
final class FastTimer implements WaitTimer {

    private Instant now = Instant.now();

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized CompletableFuture<@Nullable Void> after(Duration pause) {
        now = now.plus(pause);
        return CompletableFuture.completedFuture(null);
    }
}
