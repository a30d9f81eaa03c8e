package io.gpucloud.client.lease;

import io.gpucloud.client.WaitTimer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of leases that no caller waits for. It is due by the timer of the client, whose time is looked at once a
 * second: a pause of that timer would advance the clock of a test by itself. Between two looks it holds no thread.
 */
final class Upkeep {

    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final WaitTimer timer;
    private final LeaseExecutor executor;
    private final AtomicBoolean closed;
    private final List<Task> tasks = new CopyOnWriteArrayList<>();
    private final AtomicBoolean looking = new AtomicBoolean();

    /** {@code closed}: whether to do nothing any more. */
    Upkeep(WaitTimer timer, LeaseExecutor executor, AtomicBoolean closed) {
        this.timer = timer;
        this.executor = executor;
        this.closed = closed;
    }

    /** Work that is done again whenever it is due. */
    final class Task {

        private final Runnable work;
        private @Nullable Duration due;
        private volatile CompletableFuture<@Nullable Void> latest = CompletableFuture.completedFuture(null);

        private Task(Runnable work) {
            this.work = work;
        }

        /** Makes the work due after a pause, or earlier if it is. */
        synchronized void in(Duration pause) {
            Duration next = timer.elapsed().plus(pause);
            due = due == null || next.compareTo(due) < 0 ? next : due;
            look();
        }

        /** The work is not done any more. */
        void end() {
            tasks.remove(this);
        }

        private synchronized boolean isDue() {
            boolean isDue = due != null && due.compareTo(timer.elapsed()) <= 0;
            due = isDue ? null : due;
            return isDue;
        }

        private synchronized boolean mayBeDue() {
            return due != null && due.compareTo(timer.elapsed()) <= 0;
        }

        private synchronized boolean isPlanned() {
            return due != null;
        }

        private void run() {
            CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
            latest = over;
            try {
                work.run();
            } catch (RuntimeException failure) {
                LOG.warn("the upkeep of leases failed and goes on: {}", failure.toString());
            } finally {
                over.complete(null);
            }
        }

        private void start() {
            if (isDue()) {
                run();
            }
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

    private void look() {
        if (!closed.get() && looking.compareAndSet(false, true)) {
            var unused = WaitTimer.system().after(LOOK).thenRun(this::runDue);
        }
    }

    private void runDue() {
        looking.set(false);
        if (closed.get()) {
            return;
        }
        for (Task task : tasks) {
            try {
                if (task.mayBeDue()) {
                    executor.executor().execute(task::start);
                }
            } catch (RuntimeException rejected) {
                LOG.warn("the upkeep of leases is rejected and goes on: {}", rejected.toString());
            }
        }
        if (tasks.stream().anyMatch(Task::isPlanned)) {
            look();
        }
    }

    /** Does what is due on the calling thread, and waits for what another thread does. */
    void doWhatIsDue() {
        tasks.forEach(Task::finish);
    }
}
