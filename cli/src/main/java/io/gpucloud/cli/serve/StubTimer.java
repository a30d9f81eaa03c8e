package io.gpucloud.cli.serve;

import io.gpucloud.cli.command.StubTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A pause of a call moves the clock of the account, so that a rental takes no time. */
final class StubTimer extends StubTime {

    StubTimer(String clock, @Nullable String token) {
        super(clock, token);
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration delay) {
        if (Call.current() == null) {
            return super.after(delay);
        }
        move(delay);
        return CompletableFuture.completedFuture(null);
    }
}
