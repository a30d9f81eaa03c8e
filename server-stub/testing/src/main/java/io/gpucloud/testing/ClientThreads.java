package io.gpucloud.testing;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The threads that use the clients of an account, and whether all of them wait. Only the thread itself knows whether it
 * returns to the client after its own code, so a thread that runs counts for a while after its last use. Not safe for
 * use by several threads.
 */
final class ClientThreads {

    /** Much longer than the code of a test between two uses of a client, also on a busy machine. */
    private static final long REMEMBERED = Duration.ofSeconds(1).toNanos();

    private final Map<Thread, Use> uses = new HashMap<>();
    private int queued;

    /** The state of a thread that uses a client. */
    private static final class Use {
        private int calls;
        private @Nullable CompletableFuture<?> waitsFor;
        private long last;

        private boolean isBusy(Thread thread) {
            CompletableFuture<?> end = waitsFor;
            // A thread whose wait is over goes on as soon as it gets a processor.
            return end == null ? calls > 0 || isRunning(thread) : end.isDone();
        }

        private boolean isOver(Thread thread) {
            boolean outside = calls == 0 && waitsFor == null;
            return outside && (!thread.isAlive() || System.nanoTime() - last > REMEMBERED);
        }

        private static boolean isRunning(Thread thread) {
            Thread.State state = thread.getState();
            return state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED;
        }
    }

    /** The current thread uses a client. */
    void use() {
        current();
    }

    void callBegins() {
        current().calls++;
    }

    void callEnds() {
        current().calls--;
    }

    void waitBegins(CompletableFuture<?> end) {
        current().waitsFor = end;
    }

    void waitEnds() {
        current().waitsFor = null;
    }

    /** A task waits for a thread of an executor. */
    void taskIsQueued() {
        queued++;
    }

    void taskBegins() {
        queued--;
        current();
    }

    /** The current thread returns to its executor. */
    void taskEnds() {
        uses.remove(Thread.currentThread());
    }

    private Use current() {
        Use use = uses.computeIfAbsent(Thread.currentThread(), first -> new Use());
        use.last = System.nanoTime();
        return use;
    }

    boolean allWait() {
        uses.entrySet().removeIf(use -> use.getValue().isOver(use.getKey()));
        return queued == 0
                && uses.entrySet().stream().noneMatch(use -> use.getValue().isBusy(use.getKey()));
    }
}
