package io.gpucloud.client.lease;

import org.jspecify.annotations.Nullable;

/**
 * Stops work of one thread, such as a rental. The thread is interrupted, which ends its pauses and waits. A part that
 * must be {@linkplain #complete completed} is not interrupted, such as a create request: after an aborted one it would
 * be unknown whether an instance exists.
 */
final class Cancellation {

    private @Nullable Thread runner;
    private boolean cancelled;
    private boolean closing;
    private boolean completing;
    private boolean abandoned;
    private @Nullable Throwable failure;
    private @Nullable Runnable unreported;

    /**
     * Begins work on the calling thread.
     *
     * @throws IllegalStateException if it is cancelled already
     */
    synchronized void begin() {
        requireNotCancelled();
        runner = Thread.currentThread();
    }

    /** Ends the work. The thread is interrupted no more, because it may belong to a pool or to the caller. */
    synchronized void end() {
        if (cancelled && runsOnThisThread()) {
            Thread.interrupted();
        }
        runner = null;
    }

    /**
     * Begins a part of the work that is not interrupted until it is {@linkplain #completed over}.
     *
     * @throws IllegalStateException if the work is cancelled already
     */
    synchronized void complete() {
        requireNotCancelled();
        completing = true;
    }

    synchronized void completed() {
        completing = false;
        if (cancelled) {
            interrupt();
        }
    }

    synchronized void cancel() {
        closing = false;
        cancelled = true;
        interrupt();
    }

    /** Stops the work because the leases are closed. */
    synchronized void close() {
        closing = closing || !cancelled;
        cancelled = true;
        interrupt();
    }

    /** Whether the work was not {@linkplain #cancel cancelled}, except by closing the leases. */
    synchronized boolean isWanted() {
        return !cancelled || closing;
    }

    /**
     * Fails the work, whose future is about to get the failure. If the future has been completed or is completed
     * otherwise, for example cancelled, {@code unreported} runs instead.
     */
    synchronized void fail(Throwable failure, Runnable unreported) {
        if (abandoned) {
            unreported.run();
        } else {
            this.failure = failure;
            this.unreported = unreported;
        }
    }

    /** Cancels the work, whose future is completed: with its {@code failure}, or with something else. */
    synchronized void abandon(@Nullable Throwable failure) {
        abandoned = true;
        if (unreported != null && failure != this.failure) {
            unreported.run();
        }
        cancel();
    }

    synchronized boolean runsOnThisThread() {
        return runner == Thread.currentThread();
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
