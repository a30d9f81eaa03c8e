package io.gpucloud.client.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;

/** Response bodies that do not arrive completely. */
final class FaultyBodies {

    private FaultyBodies() {}

    /** A body that never arrives and cannot be closed during a read, as with the JDK's own connections. */
    static final class Locked extends InputStream {

        final CountDownLatch read = new CountDownLatch(1);
        final CountDownLatch timeout = new CountDownLatch(1);

        @Override
        public synchronized int read() throws IOException {
            read.countDown();
            try {
                timeout.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("timeout");
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public synchronized void close() {
            // Returns when the read has ended.
        }
    }

    /** A body without an end. */
    static final class Endless extends InputStream {

        @Override
        public int read() {
            return ' ';
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            return length;
        }
    }

    /** A body that fails. */
    static final class Failing extends InputStream {

        private final RuntimeException failure;

        Failing(RuntimeException failure) {
            this.failure = failure;
        }

        @Override
        public int read() {
            throw failure;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            throw failure;
        }
    }

    /** A body that never arrives. A read ends when the body is closed. */
    static final class Stalled extends InputStream {

        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public int read() throws IOException {
            try {
                closed.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new IOException("closed");
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
