package io.gpucloud.client;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Real time. One daemon thread serves all pauses and ends when there are none. */
final class SystemWaitTimer implements WaitTimer {

    static final SystemWaitTimer INSTANCE = new SystemWaitTimer();

    private final ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "gpu-cloud-timer");
        thread.setDaemon(true);
        return thread;
    });

    private final long begun = System.nanoTime();

    SystemWaitTimer() {
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.setKeepAliveTime(1, TimeUnit.SECONDS);
        scheduler.allowCoreThreadTimeOut(true);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration delay) {
        CompletableFuture<@Nullable Void> pause = new CompletableFuture<>();
        Future<?> task = scheduler.schedule(() -> pause.complete(null), delay.toNanos(), TimeUnit.NANOSECONDS);
        // For a pause that the caller cancels.
        var unused = pause.whenComplete((over, cancelled) -> task.cancel(false));
        return pause;
    }
}
