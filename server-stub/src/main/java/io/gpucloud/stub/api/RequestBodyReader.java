package io.gpucloud.stub.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.function.LongSupplier;

/** Reads request bodies within a limit of size and of time. */
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
     * Reads a body to its end. Tomcat itself times out if the sender stops; this limit ends a body that arrives too slowly.
     *
     * @param length as announced, or -1
     * @throws ApiException if it is too large or too slow
     */
    byte[] read(InputStream in, long length) throws IOException {
        if (length > max) {
            throw ApiException.bodyTooLarge();
        }
        long end = machineMillis.getAsLong() + PATIENCE_MILLIS;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        // Most bodies are short. A large buffer would be the largest allocation of a request.
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
