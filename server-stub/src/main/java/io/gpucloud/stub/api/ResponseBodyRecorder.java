package io.gpucloud.stub.api;

import io.gpucloud.stub.journal.Masking;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Arrays;

/** Copies the start of the body of a response for the journal, while the wrapped response is written. */
final class ResponseBodyRecorder extends HttpServletResponseWrapper {

    private static final byte[] EMPTY = {};

    private byte[] start = EMPTY;
    private long length;

    ResponseBodyRecorder(HttpServletResponse response) {
        super(response);
    }

    /** The first bytes of the body, at most {@link Masking#MAX_BODY}. */
    byte[] start() {
        return start;
    }

    /** The length of the whole body, in bytes. */
    long length() {
        return length;
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        forget();
    }

    @Override
    public void reset() {
        super.reset();
        forget();
    }

    private void forget() {
        start = EMPTY;
        length = 0;
    }

    private void copy(byte[] bytes, int offset, int count) {
        int kept = Math.min(count, Masking.MAX_BODY - start.length);
        if (kept > 0) {
            int end = start.length;
            start = Arrays.copyOf(start, end + kept);
            System.arraycopy(bytes, offset, start, end, kept);
        }
        length += count;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        ServletOutputStream wrapped = super.getOutputStream();
        return new ServletOutputStream() {
            @Override
            public boolean isReady() {
                return wrapped.isReady();
            }

            @Override
            public void setWriteListener(WriteListener listener) {
                wrapped.setWriteListener(listener);
            }

            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int count) throws IOException {
                wrapped.write(bytes, offset, count);
                copy(bytes, offset, count);
            }

            @Override
            public void flush() throws IOException {
                wrapped.flush();
            }

            @Override
            public void close() throws IOException {
                wrapped.close();
            }
        };
    }
}
