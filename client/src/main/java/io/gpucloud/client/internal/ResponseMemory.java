package io.gpucloud.client.internal;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory of one response. Only a few responses may be long at the same time, in all clients of this JVM: otherwise
 * they exhaust its memory, however few bytes each may have.
 */
final class ResponseMemory {

    /** Most responses are shorter, and need no permit. */
    static final int SHORT = 256 * 1024;

    /** A long response takes up to this multiple of its length while it is read and decoded. */
    private static final int COPIES = 16;

    /** How many responses may be long at the same time. */
    static final int MOST = (int) Math.max(1, Runtime.getRuntime().maxMemory() / COPIES / RawResponse.MAX_LENGTH);

    private static final Semaphore PERMITS = new Semaphore(MOST, true);

    private final Deadline deadline;
    private boolean held;

    ResponseMemory(Deadline deadline) {
        this.deadline = deadline;
    }

    /** Waits until the response may be long, but not beyond the deadline of the call. */
    void acquire() throws ExchangeException {
        try {
            held = held || PERMITS.tryAcquire(deadline.left().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (!held) {
            deadline.requireTime(true);
            throw new ExchangeException("other long responses take all memory", true, null);
        }
    }

    /** The response is decoded, or the attempt failed. */
    void release() {
        if (held) {
            held = false;
            PERMITS.release();
        }
    }
}
