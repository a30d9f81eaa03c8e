package io.gpucloud.client.internal;

import java.util.concurrent.atomic.AtomicLong;

/** Limits the memory of all responses that a client reads at the same time. */
final class ResponseBufferLimit {

    /** 64 MiB: four of the longest responses. Bodies of up to 64 KiB do not count. */
    static final long LIMIT = 64 * 1024 * 1024;

    private final AtomicLong used = new AtomicLong();

    /** Reserves a number of bytes. Returns false if they are not available. */
    boolean acquire(long bytes) {
        if (used.addAndGet(bytes) <= LIMIT) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    /** Releases reserved bytes. */
    void release(long bytes) {
        used.addAndGet(-bytes);
    }
}
