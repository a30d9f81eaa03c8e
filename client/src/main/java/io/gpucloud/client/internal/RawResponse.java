package io.gpucloud.client.internal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.GZIPInputStream;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A response that was read completely, unless it is too long.
 *
 * @param bytes the body without compression, or its beginning if it is too long. The bytes must not be changed
 */
// Responses are not compared.
@SuppressWarnings("ArrayRecordComponent")
record RawResponse(int status, MessageHeaders headers, byte[] bytes) {

    /** The longest body, in bytes. */
    static final int MAX_LENGTH = 16 * 1024 * 1024;

    /**
     * Reads the body of a response to its end, or until it is too long. {@code length} is negative if it is not known.
     */
    static RawResponse read(
            int status, MessageHeaders headers, @Nullable InputStream body, long length, ResponseMemory memory)
            throws IOException {
        // One more, so that the end is read.
        int most = 1 + (int) (length < 0 ? MAX_LENGTH : Math.min(length, MAX_LENGTH));
        byte[] content = body == null ? new byte[0] : decompressed(read(body, most, memory), memory);
        return new RawResponse(status, headers, content);
    }

    private static byte[] read(InputStream body, int most, ResponseMemory memory) throws IOException {
        byte[] begin = body.readNBytes(Math.min(most, ResponseMemory.SHORT));
        if (begin.length < ResponseMemory.SHORT) {
            return begin;
        }
        memory.acquire();
        return new SequenceInputStream(new ByteArrayInputStream(begin), body).readNBytes(most);
    }

    /**
     * Decompresses a body that begins as gzip does, which no JSON does. The Content-Encoding does not decide, because
     * proxies send a wrong one.
     */
    private static byte[] decompressed(byte[] body, ResponseMemory memory) throws ExchangeException {
        if (body.length < 2 || (body[0] & 0xff) != 0x1f || (body[1] & 0xff) != 0x8b) {
            return body;
        }
        try (InputStream content = new GZIPInputStream(new ByteArrayInputStream(body))) {
            return read(content, 1 + MAX_LENGTH, memory);
        } catch (ExchangeException noMemory) {
            throw noMemory;
        } catch (IOException damaged) {
            return body;
        }
    }

    boolean isTooLong() {
        return bytes.length > MAX_LENGTH;
    }

    /** The first value of a header, by its name in any case; null if there is none. */
    @Nullable
    String header(String name) {
        Header first = headers.getFirstHeader(name);
        return first == null ? null : first.getValue();
    }
}
