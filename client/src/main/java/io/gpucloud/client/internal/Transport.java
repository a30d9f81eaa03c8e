package io.gpucloud.client.internal;

import feign.Request;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sends one request, once, and reads its whole answer. */
interface Transport extends AutoCloseable {

    /** The largest answer that is read, in bytes. */
    int MAX_ANSWER = 16 * 1024 * 1024;

    /**
     * Exchanges a request for an answer.
     *
     * @throws Broken if there was no whole answer
     * @throws TooLong if the answer was larger than {@link #MAX_ANSWER}
     */
    Answer exchange(Request request, Limits limits) throws Broken, TooLong;

    @Override
    void close();

    /**
     * How long an exchange may take.
     *
     * @param connect the longest wait for a connection
     * @param silence the longest wait for the next byte
     * @param total the longest time for all of it, however it dawdles
     */
    record Limits(Duration connect, Duration silence, Duration total) {

        /** To sockets, a timeout of zero milliseconds means none at all. */
        private static final Duration SHORTEST = Duration.ofMillis(1);

        /** No part may take longer than the whole. */
        static Limits within(Duration left, Duration connect, Duration silence) {
            Duration total = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
            return new Limits(shorter(connect, total), shorter(silence, total), total);
        }

        private static Duration shorter(Duration one, Duration other) {
            return one.compareTo(other) < 0 ? one : other;
        }
    }

    /** An exchange that did not come to its end. */
    final class Broken extends Exception {

        private static final long serialVersionUID = 1L;

        private final boolean sent;

        /** Takes what happened, and whether any of the request may have left. */
        Broken(String what, boolean sent, @Nullable IOException cause) {
            super(what, cause);
            this.sent = sent;
        }

        boolean sent() {
            return sent;
        }
    }

    /** An answer that is larger than an answer may be. */
    final class TooLong extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;

        TooLong(int status) {
            super("the answer is longer than " + MAX_ANSWER + " bytes");
            this.status = status;
        }

        int status() {
            return status;
        }
    }
}
