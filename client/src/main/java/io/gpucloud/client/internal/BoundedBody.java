package io.gpucloud.client.internal;

import io.gpucloud.client.internal.Transport.TooLong;
import java.io.IOException;
import java.io.InputStream;

/** Reads a body to its end, but never more of it than an answer may have. */
final class BoundedBody {

    private static final int EXPECTED = 64 * 1024;

    private BoundedBody() {}

    /** Reads a body of a length that may be known; -1 if not. */
    static byte[] read(InputStream stream, long length, int status) throws IOException, TooLong {
        if (length >= 0 && length <= EXPECTED) {
            return exactly(stream, (int) length);
        }
        byte[] body = length > Transport.MAX_ANSWER ? null : stream.readNBytes(Transport.MAX_ANSWER + 1);
        if (body == null || body.length > Transport.MAX_ANSWER) {
            throw new TooLong(status);
        }
        return body;
    }

    /** One array, filled; and the end of the stream seen, which gives the connection back. */
    private static byte[] exactly(InputStream stream, int length) throws IOException {
        byte[] body = new byte[length];
        int count = stream.readNBytes(body, 0, length);
        if (count < length || stream.read() >= 0) {
            throw new IOException("the body is not as long as its length says");
        }
        return body;
    }
}
