package io.gpucloud.stub.admin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Reads snapshots, one large snapshot at a time. Until a call ends, its body and the state read from it take several times the size of
 * the body on the heap.
 */
final class SnapshotUploadInterceptor implements HandlerInterceptor {

    /** Snapshots up to this size are read at any time, like all other bodies. */
    private static final int SMALL = AdminArgumentResolver.MAX_BODY;

    private static final String TURN = SnapshotUploadInterceptor.class.getName();

    private final int max;
    private final Semaphore turn = new Semaphore(1);

    SnapshotUploadInterceptor(int max) {
        this.max = max;
    }

    /**
     * Reads a snapshot.
     *
     * @throws ProblemException if the snapshot is too large, or if it is large and another large one is in progress
     */
    byte[] read(HttpServletRequest request) throws IOException {
        long length = request.getContentLengthLong();
        if (length > max) {
            throw ProblemException.tooLarge(max);
        }
        InputStream in = request.getInputStream();
        byte[] start = in.readNBytes(Math.min(SMALL, max) + 1);
        if (start.length > max) {
            throw ProblemException.tooLarge(max);
        }
        if (start.length <= SMALL) {
            return start;
        }
        takeTurn(request);
        return length < 0 ? readRest(in, start) : readRest(in, start, (int) length);
    }

    private void takeTurn(HttpServletRequest request) {
        if (!turn.tryAcquire()) {
            throw ProblemException.conflict("another snapshot larger than " + SMALL
                    + " bytes is being put in; send this one when that call has ended");
        }
        request.setAttribute(TURN, true);
    }

    /** Reads into one array, because a copy would double the memory. */
    private static byte[] readRest(InputStream in, byte[] start, int length) throws IOException {
        byte[] body = Arrays.copyOf(start, length);
        int read = in.readNBytes(body, start.length, length - start.length);
        return start.length + read == length ? body : Arrays.copyOf(body, start.length + read);
    }

    private byte[] readRest(InputStream in, byte[] start) throws IOException {
        byte[] rest = in.readNBytes(max - start.length + 1);
        if (start.length + rest.length > max) {
            throw ProblemException.tooLarge(max);
        }
        byte[] body = Arrays.copyOf(start, start.length + rest.length);
        System.arraycopy(rest, 0, body, start.length, rest.length);
        return body;
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception failure) {
        if (request.getAttribute(TURN) != null) {
            request.removeAttribute(TURN);
            turn.release();
        }
    }
}
