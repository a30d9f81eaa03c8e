package io.gpucloud.client.internal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A body that ends with the deadline, even if it cannot be closed while it is read, or an OutOfMemoryError has
 * prevented that.
 */
final class TimedInputStream extends FilterInputStream {

    private final Deadline deadline;

    TimedInputStream(InputStream body, Deadline deadline) {
        super(body);
        this.deadline = deadline;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        // An interrupt ends only a read that waits: the bytes that have arrived show the outcome of the request.
        if (deadline.isOver()) {
            deadline.requireTime(true);
        }
        return super.read(bytes, offset, length);
    }
}
