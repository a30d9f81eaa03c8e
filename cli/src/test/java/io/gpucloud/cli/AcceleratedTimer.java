package io.gpucloud.cli;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A time that passes faster than the real one, and is the same in several processes. */
record AcceleratedTimer(Instant begin) implements WaitTimer {

    /** Seconds in a real second. */
    static final int SPEED = 60;

    /** Runs the program in this time. The first argument is its begin. */
    public static void main(String[] arguments) {
        WaitTimer timer = new AcceleratedTimer(Instant.parse(arguments[0]));
        System.exit(GpuCloud.commandLine(timer).execute(Arrays.copyOfRange(arguments, 1, arguments.length)));
    }

    @Override
    public Instant now() {
        return begin.plus(Duration.between(begin, Instant.now()).multipliedBy(SPEED));
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration pause) {
        return WaitTimer.system().after(pause.dividedBy(SPEED));
    }
}
