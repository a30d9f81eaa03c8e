package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import io.gpucloud.client.internal.PeriodicCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of leases that no caller waits for. It is due by the timer of the client, whose time is read once a second:
 * a pause of that timer would advance the clock of a test by itself. A timer whose clock jumps can also begin it.
 * Between two looks it holds no thread. No failure ends it, also no Error.
 */
final class Upkeep {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(10);

    private final WaitTimer timer;
    private final LeaseExecutor executor;
    private final AtomicBoolean closed;
    private final List<Task> tasks = new CopyOnWriteArrayList<>();
    private final PeriodicCheck looks;
    /** The work in progress, by the thread that does it. */
    private final Map<Thread, CompletableFuture<@Nullable Void>> running = new ConcurrentHashMap<>();

    /** {@code closed}: whether to do nothing any more. */
    Upkeep(WaitTimer timer, WaitTimer realTime, LeaseExecutor executor, AtomicBoolean closed) {
        this.timer = timer;
        looks = new PeriodicCheck(realTime, LOOK, this::look, this::isPlanned);
        this.executor = executor;
        this.closed = closed;
    }

    /** Work that is done again whenever it is due. */
    final class Task {

        private final Runnable work;
        private @Nullable Duration due;
        private int runs;
        private volatile CompletableFuture<@Nullable Void> latest = CompletableFuture.completedFuture(null);

        private Task(Runnable work) {
            this.work = work;
        }

        /** Makes the work due after a pause, or earlier if it is. */
        void in(Duration pause) {
            plan(timer.elapsed().plus(pause));
            if (!closed.get()) {
                timer.background(pause, Upkeep.this::startDue);
                looks.begin();
            }
        }

        private synchronized void plan(Duration next) {
            due = due == null || next.compareTo(due) < 0 ? next : due;
        }

        /** The work is not done any more. */
        void end() {
            tasks.remove(this);
        }

        private synchronized boolean mayBeDue() {
            return due != null && due.compareTo(timer.elapsed()) <= 0;
        }

        /** Whether it is due, or may become due by itself. */
        private synchronized boolean isPlanned() {
            return due != null || runs > 0;
        }

        private void start() {
            // Created first: after an OutOfMemoryError nothing that was due may be lost.
            CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
            Duration retry = timer.elapsed().plus(AFTER_FAILURE);
            if (begins(over)) {
                run(over, retry);
            }
        }

        private synchronized boolean begins(CompletableFuture<@Nullable Void> over) {
            boolean begins = mayBeDue();
            if (begins) {
                due = null;
                runs++;
                latest = over;
            }
            return begins;
        }

        private void run(CompletableFuture<@Nullable Void> over, Duration retry) {
            try {
                Upkeep.this.run(over, () -> {
                    if (!closed.get()) {
                        work.run();
                    }
                });
            } catch (RuntimeException | Error failure) {
                plan(retry);
                LOG.warn("the upkeep of leases failed and is repeated: {}", failure.toString());
            } finally {
                ended();
                over.complete(null);
            }
        }

        private synchronized void ended() {
            runs--;
        }

        private void finish() {
            start();
            latest.join();
        }
    }

    Task task(Runnable work) {
        Task task = new Task(work);
        tasks.add(task);
        return task;
    }

    /** Does work on this thread, for whose end {@link #awaitEnd} waits. */
    void run(Runnable work) {
        run(new CompletableFuture<>(), work);
    }

    private void run(CompletableFuture<@Nullable Void> over, Runnable work) {
        try {
            running.put(Thread.currentThread(), over);
            work.run();
        } finally {
            running.remove(Thread.currentThread());
            over.complete(null);
        }
    }

    /** Waits for the work in progress, unless this thread does it. */
    void awaitEnd() {
        running.forEach((thread, over) -> {
            if (thread != Thread.currentThread()) {
                over.join();
            }
        });
    }

    private boolean isPlanned() {
        return !closed.get() && tasks.stream().anyMatch(Task::isPlanned);
    }

    private void look() {
        var unused = startDue();
    }

    /** Begins the work that is due. The future completes when it and the work in progress have ended. */
    private CompletableFuture<@Nullable Void> startDue() {
        List<CompletableFuture<?>> ends = new ArrayList<>();
        for (Task task : tasks) {
            try {
                if (!closed.get() && task.mayBeDue()) {
                    CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
                    executor.executor().execute(() -> {
                        try {
                            task.finish();
                        } finally {
                            end.complete(null);
                        }
                    });
                    ends.add(end);
                } else {
                    ends.add(task.latest);
                }
            } catch (RuntimeException | Error rejected) {
                LOG.warn("the upkeep of leases is rejected and goes on: {}", rejected.toString());
            }
        }
        return CompletableFuture.allOf(ends.toArray(new CompletableFuture<?>[0]));
    }

    /** Does what is due on the calling thread, and waits for what another thread does. */
    void doWhatIsDue() {
        tasks.forEach(Task::finish);
    }
}
