package io.gpucloud.stub.api;

import io.gpucloud.stub.auth.IncompleteBodyLimiter;
import io.gpucloud.stub.auth.Permit;
import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Reads request bodies within limits of size, of time, and of the number that may be incomplete at the same time. */
final class RequestBodyReader {

    static final long PATIENCE_MILLIS = 30_000;
    /** Counts the incomplete bodies of requests without a key. */
    private static final String NO_KEY = "";

    private static final int AT_ONCE = 8_192;

    /** The longest body that is too large and still read: its sender may see the response only afterwards. */
    private static final int MOST_DROPPED = 1024 * 1024;

    private final int max;
    private final LongSupplier machineMillis;
    private final IncompleteBodyLimiter incomplete;

    RequestBodyReader(int max, LongSupplier machineMillis, IncompleteBodyLimiter incomplete) {
        this.max = max;
        this.machineMillis = machineMillis;
        this.incomplete = incomplete;
    }

    /**
     * Reads the body of a request to its end, or abandons it if it is rejected. The rest of one that is a little too
     * large is read after the response.
     *
     * @throws ApiException if the body is too large or too slow, or if too many bodies are incomplete
     */
    void readInto(RequestContext context, HttpServletRequest request) throws IOException {
        String apiKey = Objects.requireNonNullElse(context.apiKey(), NO_KEY);
        try {
            context.body(read(request.getInputStream(), request.getContentLengthLong(), apiKey));
        } catch (ApiException rejected) {
            long length = request.getContentLengthLong();
            if (rejected.error() != HttpError.BODY_TOO_LARGE || length < 0 || length > MOST_DROPPED) {
                context.abandonBody();
            }
            throw rejected;
        }
    }

    /**
     * Reads a body to its end. Tomcat itself times out if the sender stops; this limit ends a body that arrives too
     * slowly.
     *
     * @param length the length of the header {@code Content-Length}, or -1
     * @throws ApiException if the body is too large or too slow, or if too many bodies are incomplete
     */
    byte[] read(InputStream in, long length, String apiKey) throws IOException {
        if (length > max) {
            throw ApiException.of(HttpError.BODY_TOO_LARGE);
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        // Most bodies are short. A large buffer would be the largest allocation of a request.
        byte[] part = new byte[length < 0 ? AT_ONCE : (int) Math.min(AT_ONCE, length + 1)];
        // Most bodies arrive together with the head. Those are complete here and need no permit.
        while (body.size() < length && in.available() > 0) {
            body.write(part, 0, Math.max(0, next(in, part)));
        }
        if (body.size() < length || length < 0) {
            readRest(in, body, part, apiKey);
        }
        return body.toByteArray();
    }

    private void readRest(InputStream in, ByteArrayOutputStream body, byte[] part, String apiKey) throws IOException {
        Permit permit = incomplete.take(apiKey).orElseThrow(ApiException::tooManyIncompleteBodies);
        try {
            long end = machineMillis.getAsLong() + PATIENCE_MILLIS;
            for (int read = next(in, part); read >= 0; read = next(in, part)) {
                body.write(part, 0, read);
                if (body.size() > max) {
                    throw ApiException.of(HttpError.BODY_TOO_LARGE);
                }
                if (machineMillis.getAsLong() > end) {
                    throw ApiException.of(HttpError.REQUEST_TIMEOUT);
                }
            }
        } finally {
            permit.release();
        }
    }

    /**
     * Reads the rest of a body after the response and drops it. If the connection was closed instead, a caller that
     * still sends might not see the response.
     *
     * @return true at the end of the body; false if it stopped, is too slow, or too many bodies are incomplete
     */
    boolean discardRest(HttpServletRequest request) {
        Optional<Permit> permit = incomplete.take(NO_KEY);
        try {
            return permit.isPresent() && readToEnd(request);
        } catch (IOException stopped) {
            return false;
        } finally {
            permit.ifPresent(Permit::release);
        }
    }

    private boolean readToEnd(HttpServletRequest request) throws IOException {
        long end = machineMillis.getAsLong() + PATIENCE_MILLIS;
        while (TomcatConnections.readSomeOfBody(request)) {
            if (machineMillis.getAsLong() > end) {
                return false;
            }
        }
        return true;
    }

    private static int next(InputStream in, byte[] part) throws IOException {
        try {
            return in.read(part);
        } catch (IOException failed) {
            if (failed instanceof SocketTimeoutException || failed.getCause() instanceof SocketTimeoutException) {
                throw ApiException.of(HttpError.REQUEST_TIMEOUT);
            }
            throw failed;
        }
    }
}
