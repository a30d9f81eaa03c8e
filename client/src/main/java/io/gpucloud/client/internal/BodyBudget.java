package io.gpucloud.client.internal;

import java.util.concurrent.atomic.AtomicLong;

/** How much of all responses together a client holds in memory while it reads them. */
final class BodyBudget {

    /** 64 MiB: four of the longest responses. Bodies of up to 64 KiB do not count. */
    static final long LIMIT = 64 * 1024 * 1024;

    private final AtomicLong used = new AtomicLong();

    /** Takes a number of bytes; false if they are not left. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) <= LIMIT) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    /** Gives bytes back that were taken. */
    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }
}
