package io.gpucloud.client.lease;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stops work of one thread, such as a rental. The thread is interrupted, which ends its pauses and waits. A create
 * request in progress is completed first, because after an aborted one it would be unknown whether an instance exists.
 */
final class Cancellation {

    private @Nullable Thread runner;
    private boolean cancelled;
    private boolean completing;

    /**
     * Does work on the calling thread.
     *
     * @throws IllegalStateException if it is cancelled already
     */
    <T extends @Nullable Object> T run(Supplier<T> work) {
        begin();
        try {
            return work.get();
        } finally {
            end();
        }
    }

    /** Does a part of the work without an interruption. Throws if the work is cancelled already. */
    <T> T complete(Supplier<T> part) {
        setCompleting(true);
        try {
            return part.get();
        } finally {
            setCompleting(false);
        }
    }

    synchronized void cancel() {
        cancelled = true;
        interrupt();
    }

    private synchronized void begin() {
        requireNotCancelled();
        runner = Thread.currentThread();
    }

    /** After this, the thread is interrupted no more, because it may belong to a pool or to the caller. */
    private synchronized void end() {
        runner = null;
        if (cancelled) {
            Thread.interrupted();
        }
    }

    private synchronized void setCompleting(boolean completing) {
        if (completing) {
            requireNotCancelled();
        }
        this.completing = completing;
        if (cancelled) {
            interrupt();
        }
    }

    private void interrupt() {
        if (runner != null && !completing) {
            runner.interrupt();
        }
    }

    private void requireNotCancelled() {
        if (cancelled) {
            throw new IllegalStateException("it was cancelled");
        }
    }
}
