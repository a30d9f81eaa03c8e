package io.gpucloud.stub.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.function.LongSupplier;

/** Reads bodies of requests, none of them larger than it may be, and none longer than one may wait for it. */
final class RequestBodyReader {

    static final long PATIENCE_MILLIS = 30_000;
    private static final int AT_ONCE = 8_192;

    private final int max;
    private final LongSupplier machineMillis;

    RequestBodyReader(int max, LongSupplier machineMillis) {
        this.max = max;
        this.machineMillis = machineMillis;
    }

    /**
     * Reads a body to its end. The server itself gives up on a sender who stops; this one gives up on those who drip.
     *
     * @param length as announced, or -1
     * @throws ApiException if it is too large, or does not come
     */
    byte[] read(InputStream in, long length) throws IOException {
        if (length > max) {
            throw ApiException.bodyTooLarge();
        }
        long end = machineMillis.getAsLong() + PATIENCE_MILLIS;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        // Bodies are short as a rule: a large buffer for each would be most of what a request allocates.
        byte[] part = new byte[length < 0 ? AT_ONCE : (int) Math.min(AT_ONCE, length + 1)];
        for (int read = next(in, part); read >= 0; read = next(in, part)) {
            body.write(part, 0, read);
            if (body.size() > max) {
                throw ApiException.bodyTooLarge();
            }
            if (machineMillis.getAsLong() > end) {
                throw ApiException.bodyTooSlow();
            }
        }
        return body.toByteArray();
    }

    private static int next(InputStream in, byte[] part) throws IOException {
        try {
            return in.read(part);
        } catch (IOException failed) {
            if (failed instanceof SocketTimeoutException || failed.getCause() instanceof SocketTimeoutException) {
                throw ApiException.bodyTooSlow();
            }
            throw failed;
        }
    }
}
