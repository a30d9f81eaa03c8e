package io.gpucloud.client.internal;

import java.util.concurrent.atomic.AtomicLong;

/** Limits the memory of all responses that a client reads at the same time. */
final class ResponseBufferLimit {

    /** 64 MiB: four of the longest responses. Bodies of up to 64 KiB do not count. */
    static final long LIMIT = 64 * 1024 * 1024;

    private final AtomicLong used = new AtomicLong();

    /** A reservation of no bytes, for one response. */
    Reservation reservation() {
        return new Reservation();
    }

    /** The part of the limit that one response has reserved. Used by one thread. */
    final class Reservation implements AutoCloseable {

        private long reserved;

        /** Reserves a larger number of bytes. Returns false, and changes nothing, if they are not available. */
        boolean growTo(long bytes) {
            long more = bytes - reserved;
            if (used.addAndGet(more) <= LIMIT) {
                reserved = bytes;
                return true;
            }
            used.addAndGet(-more);
            return false;
        }

        /** Releases all bytes. */
        @Override
        public void close() {
            used.addAndGet(-reserved);
            reserved = 0;
        }
    }
}
