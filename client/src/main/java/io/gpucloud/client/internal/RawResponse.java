package io.gpucloud.client.internal;

import feign.Request;
import feign.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response that was read completely, and its envelope once it is decoded. The decorators pass it on as the body of Feign's
 * {@link Response}, whose own headers stay empty: Feign copies them twice per call, a fifth of the allocation of a call.
 */
final class RawResponse implements Response.Body {

    /** The longest body that is read, in bytes. */
    static final int MAX_LENGTH = 16 * 1024 * 1024;

    private static final int SMALL = 64 * 1024;

    private final int status;
    private final Headers headers;
    private final ResponseBufferLimit bufferLimit;
    private byte[] bytes = {};
    private long taken;
    private @Nullable Object envelope;

    private RawResponse(int status, Headers headers, ResponseBufferLimit bufferLimit) {
        this.status = status;
        this.headers = headers;
        this.bufferLimit = bufferLimit;
    }

    /** Headers by name, in any case. */
    @FunctionalInterface
    interface Headers {

        /** The first value of a header; null if there is none. */
        @Nullable
        String first(String name);
    }

    /**
     * Reads the body of a response to its end.
     *
     * @param stream the body, or null if there is none
     * @param length length of the body, or -1 if that is not known
     * @param bufferLimit limits the memory of all responses
     * @throws BodyTooLongException if the body is longer than {@link #MAX_LENGTH}
     * @throws ExchangeException if the limit is exceeded
     */
    static RawResponse read(
            int status, Headers headers, @Nullable InputStream stream, long length, ResponseBufferLimit bufferLimit)
            throws IOException {
        RawResponse response = new RawResponse(status, headers, bufferLimit);
        if (stream == null) {
            return response;
        }
        try {
            response.bytes =
                    length >= 0 && length <= SMALL ? exactly(stream, (int) length) : response.bounded(stream, length);
            return response;
        } catch (IOException | RuntimeException | Error unread) {
            response.close();
            throw unread;
        }
    }

    /** The response that has this one as its body. */
    Response of(Request request) {
        return Response.builder()
                .request(request)
                .status(status)
                .headers(Map.of())
                .body(this)
                .build();
    }

    /** The response that a response of a transport has as its body. */
    static RawResponse in(Response response) {
        return (RawResponse) response.body();
    }

    int status() {
        return status;
    }

    /** The first value of a header, by its name in any case; null if there is none. */
    @Nullable
    String header(String name) {
        return headers.first(name);
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
            int larger = Math.min(2 * all.length, MAX_LENGTH + 1);
            if (!bufferLimit.acquire(larger - taken)) {
                throw new ExchangeException(
                        "the responses that this client is reading have more than "
                                + ResponseBufferLimit.LIMIT / 1024 / 1024 + " MiB together",
                        true,
                        status,
                        null);
            }
            taken = larger;
            all = Arrays.copyOf(all, larger);
        }
        throw new BodyTooLongException(status);
    }

    /** The bytes as they came. They must not be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Replaces the bytes by the decoded envelope. */
    void decoded(Object decoded) {
        envelope = decoded;
        bytes = new byte[0];
    }

    @Nullable
    Object envelope() {
        return envelope;
    }

    @Override
    public Integer length() {
        return bytes.length;
    }

    @Override
    public boolean isRepeatable() {
        return true;
    }

    @Override
    public InputStream asInputStream() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public Reader asReader(Charset charset) {
        return new InputStreamReader(asInputStream(), charset);
    }

    /** Releases its part of the limit. */
    @Override
    public void close() {
        bufferLimit.release(taken);
        taken = 0;
    }
}
