package io.gpucloud.testing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The threads that use the clients of an account, and whether all of them wait. Only the thread itself knows whether it
 * returns to the client after its own code, so a thread that runs counts for a while after its last use: at first in
 * any case, then only if it computes. One that waits in native code, such as for a socket, runs too, as far as the JVM
 * knows. Not safe for use by several threads.
 */
final class ClientThreads {

    /** Much longer than most code of a test between two uses of a client, also on a busy machine. */
    private static final long SHORT = Duration.ofSeconds(1).toNanos();
    /**
     * Longer than a computation between two uses. A thread that never uses the client again must not stop the clock.
     */
    private static final long LONG = Duration.ofMinutes(1).toNanos();

    private static final ThreadMXBean JVM = ManagementFactory.getThreadMXBean();

    private final LongSupplier nanoTime;
    private final Map<Thread, Use> uses = new HashMap<>();
    private int queued;

    ClientThreads(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The state of a thread that uses a client. */
    private static final class Use {
        private int calls;
        private @Nullable CompletableFuture<?> waitsFor;
        private long last;

        private boolean waits() {
            return waitsFor != null && !waitsFor.isDone();
        }

        private boolean isBusy(Thread thread, long now) {
            CompletableFuture<?> end = waitsFor;
            if (end != null) {
                // A thread whose wait is over goes on as soon as it gets a processor.
                return end.isDone();
            }
            return calls > 0 || (isRunning(thread) && (now - last <= SHORT || computes(thread)));
        }

        private boolean isOver(Thread thread, long now) {
            boolean outside = calls == 0 && waitsFor == null;
            return outside && (!thread.isAlive() || now - last > LONG);
        }

        private static boolean isRunning(Thread thread) {
            Thread.State state = thread.getState();
            return state == Thread.State.RUNNABLE || state == Thread.State.BLOCKED;
        }

        private static boolean computes(Thread thread) {
            StackTraceElement[] stack = thread.getStackTrace();
            return stack.length > 0 && !stack[0].isNativeMethod();
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

    /** The names of the threads that wait for the clock. */
    List<String> waiting() {
        return uses.entrySet().stream()
                .filter(use -> use.getValue().waits())
                .map(use -> use.getKey().getName())
                .sorted()
                .toList();
    }

    /** A task waits for a thread of an executor. */
    void taskIsQueued() {
        queued++;
    }

    /** No thread can be started for a task. */
    void taskIsRejected() {
        queued--;
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
        use.last = nanoTime.getAsLong();
        return use;
    }

    boolean allWait() {
        long now = nanoTime.getAsLong();
        uses.entrySet().removeIf(use -> use.getValue().isOver(use.getKey(), now));
        return queued == 0
                && uses.entrySet().stream()
                        .noneMatch(use -> use.getValue().isBusy(use.getKey(), now) || getsLock(use.getKey()));
    }

    /** The state of a thread that gets a lock does not change before it has a processor, unlike with a monitor. */
    private boolean getsLock(Thread thread) {
        Object blocker = LockSupport.getBlocker(thread);
        if (blocker == null || blocker.getClass().getEnclosingClass() != ReentrantLock.class) {
            return false;
        }
        ThreadInfo waiting = JVM.getThreadInfo(thread.getId());
        // A holder that uses a client as well may wait for the clock.
        return waiting != null
                && uses.keySet().stream().noneMatch(holder -> holder.getId() == waiting.getLockOwnerId());
    }
}
