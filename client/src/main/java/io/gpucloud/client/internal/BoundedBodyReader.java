package io.gpucloud.client.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one response to its end, within limits.
 *
 * @param status HTTP status of the response, for exceptions
 * @param reservation reserves the memory of a body that is longer than 64 KiB
 */
record BoundedBodyReader(int status, ResponseBufferLimit.Reservation reservation) {

    /** The longest body that is read, in bytes. */
    static final int MAX_LENGTH = 16 * 1024 * 1024;

    private static final int SMALL = 64 * 1024;

    /**
     * Reads a body.
     *
     * @param stream the body, or null if there is none
     * @param length length of the body, or -1 if that is not known
     * @throws BodyTooLongException if the body is longer than {@link #MAX_LENGTH}
     * @throws ExchangeException if the limit of all responses is exceeded
     */
    byte[] read(@Nullable InputStream stream, long length) throws IOException {
        if (stream == null) {
            return new byte[0];
        }
        return length >= 0 && length <= SMALL ? exactly(stream, (int) length) : bounded(stream, length);
    }

    /** One array, filled; and the end of the stream seen, which returns the connection to the pool. */
    private static byte[] exactly(InputStream stream, int length) throws IOException {
        byte[] all = new byte[length];
        int count = stream.readNBytes(all, 0, length);
        if (count < length || stream.read() >= 0) {
            throw new IOException("the body is not as long as its length says");
        }
        return all;
    }

    private byte[] bounded(InputStream stream, long length) throws IOException {
        byte[] all = new byte[SMALL];
        int count = 0;
        while (length <= MAX_LENGTH) {
            int read = stream.readNBytes(all, count, all.length - count);
            count += read;
            if (count > MAX_LENGTH) {
                break;
            }
            if (count < all.length) {
                return Arrays.copyOf(all, count);
            }
            all = Arrays.copyOf(all, reserve(Math.min(2 * all.length, MAX_LENGTH + 1)));
        }
        throw new BodyTooLongException(status);
    }

    private int reserve(int bytes) throws ExchangeException {
        if (!reservation.growTo(bytes)) {
            throw new ExchangeException(
                    "the responses that this client is reading have more than "
                            + ResponseBufferLimit.LIMIT / 1024 / 1024 + " MiB together",
                    true,
                    status,
                    null);
        }
        return bytes;
    }
}
