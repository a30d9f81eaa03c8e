package io.gpucloud.cli;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A timer whose pauses end at once: only its own time passes, and stands still in the end. */
public final class FastTimer implements WaitTimer {

    private final Instant end;
    private Instant now = Instant.now();

    public FastTimer() {
        this(Duration.ofDays(365));
    }

    public FastTimer(Duration longest) {
        end = now.plus(longest);
    }

    @Override
    public synchronized Instant now() {
        return now;
    }

    @Override
    public synchronized CompletableFuture<@Nullable Void> after(Duration pause) {
        if (now.plus(pause).isAfter(end)) {
            return new CompletableFuture<>();
        }
        now = now.plus(pause);
        return CompletableFuture.completedFuture(null);
    }
}
