package io.gpucloud.client.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A response that was read completely. Its status and headers stay readable after it is closed. */
final class RawResponse implements AutoCloseable {

    private final int status;
    private final Map<String, Collection<String>> headers;
    private final ResponseBufferLimit.Reservation reservation;
    private byte[] bytes;

    private RawResponse(
            int status,
            Map<String, Collection<String>> headers,
            byte[] bytes,
            ResponseBufferLimit.Reservation reservation) {
        this.status = status;
        this.headers = headers;
        this.bytes = bytes;
        this.reservation = reservation;
    }

    /**
     * Reads the body of a response to its end, as {@link BoundedBodyReader#read} does.
     *
     * @param headers headers by name, which are found in any case
     * @param stream the body, or null if there is none
     * @param length length of the body, or -1 if that is not known
     * @param bufferLimit limits the memory of all responses
     */
    static RawResponse read(
            int status,
            Map<String, Collection<String>> headers,
            @Nullable InputStream stream,
            long length,
            ResponseBufferLimit bufferLimit)
            throws IOException {
        ResponseBufferLimit.Reservation reservation = bufferLimit.reservation();
        try {
            byte[] bytes = new BoundedBodyReader(status, reservation).read(stream, length);
            return new RawResponse(status, headers, bytes, reservation);
        } catch (IOException | RuntimeException | Error unread) {
            reservation.close();
            throw unread;
        }
    }

    int status() {
        return status;
    }

    Map<String, Collection<String>> headers() {
        return headers;
    }

    /** The first value of a header, by its name in any case; null if there is none. */
    @Nullable
    String header(String name) {
        Collection<String> values = headers.get(name);
        return values == null ? null : values.stream().findFirst().orElse(null);
    }

    /** The body as it came; empty once the response is closed. The bytes must not be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Gives up the body, and its part of the limit. */
    @Override
    public void close() {
        bytes = new byte[0];
        reservation.close();
    }
}
