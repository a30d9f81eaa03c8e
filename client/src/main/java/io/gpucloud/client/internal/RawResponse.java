package io.gpucloud.client.internal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A response that was read completely, unless it is too long.
 *
 * @param headers headers by name, which are found in any case
 * @param bytes the body as it came, or its beginning if it is too long. The bytes must not be changed
 */
// Responses are not compared.
@SuppressWarnings("ArrayRecordComponent")
record RawResponse(int status, Map<String, Collection<String>> headers, byte[] bytes) {

    /** The longest body, in bytes. */
    static final int MAX_LENGTH = 16 * 1024 * 1024;

    /** Reads the body of a response to its end, or until it is too long. */
    static RawResponse read(int status, Map<String, Collection<String>> headers, @Nullable InputStream body)
            throws IOException {
        return new RawResponse(status, headers, body == null ? new byte[0] : body.readNBytes(MAX_LENGTH + 1));
    }

    boolean isTooLong() {
        return bytes.length > MAX_LENGTH;
    }

    /** The first value of a header, by its name in any case; null if there is none. */
    @Nullable
    String header(String name) {
        Collection<String> values = headers.get(name);
        return values == null || values.isEmpty() ? null : values.iterator().next();
    }
}
