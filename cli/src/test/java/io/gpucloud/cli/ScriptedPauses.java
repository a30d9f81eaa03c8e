package io.gpucloud.cli;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Does something at the beginning of each pause between two rounds, and is interrupted after the last. */
public final class ScriptedPauses implements WaitTimer {

    /** Between two rounds. No other pause is as long. */
    public static final Duration ROUND = Duration.ofSeconds(61);

    private Duration ahead;
    private final Queue<Runnable> actions;

    /** {@code ahead}: by how much this time is later than that of the stub. */
    public ScriptedPauses(Duration ahead, List<Runnable> actions) {
        this.ahead = ahead;
        this.actions = new ArrayDeque<>(actions);
    }

    @Override
    public synchronized Instant now() {
        return Instant.now().plus(ahead);
    }

    @Override
    public synchronized CompletableFuture<@Nullable Void> after(Duration pause) {
        ahead = ahead.plus(pause);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void sleep(Duration pause) throws InterruptedException {
        after(pause).join();
        if (!pause.equals(ROUND)) {
            return;
        }
        Runnable next = actions.poll();
        if (next == null) {
            throw new InterruptedException();
        }
        next.run();
    }
}
