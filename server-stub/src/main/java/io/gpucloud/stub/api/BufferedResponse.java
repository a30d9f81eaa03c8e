package io.gpucloud.stub.api;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;

/** Buffers the body of a response. Status and headers go to the wrapped response, which they do not commit. */
final class BufferedResponse extends HttpServletResponseWrapper {

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

    BufferedResponse(HttpServletResponse response) {
        super(response);
    }

    byte[] body() {
        return kept.toByteArray();
    }

    @Override
    public void flushBuffer() {
        // Nothing is sent before the whole body is known.
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        kept.reset();
    }

    @Override
    public void reset() {
        super.reset();
        kept.reset();
    }

    @Override
    public ServletOutputStream getOutputStream() {
        return new ServletOutputStream() {
            @Override
            public boolean isReady() {
                return true;
            }

            @Override
            public void setWriteListener(WriteListener listener) {
                throw new UnsupportedOperationException("responses are written at once");
            }

            @Override
            public void write(int b) {
                kept.write(b);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                kept.write(bytes, offset, length);
            }
        };
    }
}
