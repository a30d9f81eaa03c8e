package io.gpucloud.client.internal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A connection over httpcore's own, which logs nothing: HttpClient's connection prints the API key as soon as its
 * loggers have the level DEBUG. It is stale, so that the pool discards it, if bytes arrived or its end was reached
 * since the last response, or if it was idle for 30 s.
 */
final class ManagedConnection extends DefaultBHttpClientConnection implements ManagedHttpClientConnection {

    /** The limits that httpcore has by default from version 5.4 on. Earlier versions read until the memory is full. */
    private static final Http1Config LIMITS =
            Http1Config.custom().setMaxLineLength(8192).setMaxHeaderCount(100).build();

    /** The parsers of heads: a connection gives its limits only to those of bodies. */
    private static final DefaultHttpResponseParserFactory PARSERS = new DefaultHttpResponseParserFactory(LIMITS);

    /** The part of a response that breaks a limit. */
    static final String TOO_LONG = "a line of " + LIMITS.getMaxLineLength() + " bytes or more, "
            + LIMITS.getMaxHeaderCount() + " headers or more, or empty lines at its beginning";

    /** Servers and proxies drop idle connections, and some do it silently. */
    private static final long MAX_IDLE = TimeUnit.SECONDS.toNanos(30);

    /** Not used: the check does not wait. */
    private static final Timeout AT_ONCE = Timeout.ofMilliseconds(1);

    private volatile boolean closed;
    private volatile @Nullable CheckedInput input;
    private long idleSince;

    private ManagedConnection() {
        super(LIMITS, null, null, null, null, null, PARSERS);
    }

    static ManagedConnection open(@Nullable Socket socket) throws IOException {
        ManagedConnection connection = new ManagedConnection();
        if (socket != null) {
            connection.bind(socket);
        }
        return connection;
    }

    @Override
    public void bind(Socket socket) throws IOException {
        bind(new Holder(socket), socket);
    }

    @Override
    public void bind(SSLSocket secured, Socket socket) throws IOException {
        bind(new Holder(secured, socket), secured);
    }

    private void bind(SocketHolder holder, Socket socket) throws IOException {
        if (closed) {
            socket.close();
            throw new InterruptedIOException("the connection was closed");
        }
        idleSince = System.nanoTime();
        super.bind(holder);
    }

    @Override
    public @Nullable Socket getSocket() {
        SocketHolder holder = getSocketHolder();
        return holder == null ? null : holder.getSocket();
    }

    @Override
    public void passivate() {
        idleSince = System.nanoTime();
    }

    /** Every request sets its own timeout. */
    @Override
    public void activate() {}

    @Override
    public void close() throws IOException {
        closed = true;
        super.close();
    }

    @Override
    public void close(CloseMode mode) {
        closed = true;
        super.close(mode);
    }

    /**
     * Whether bytes arrived since the last response, the end was reached, or it was idle for too long. Waits for
     * nothing.
     */
    @Override
    public boolean isStale() throws IOException {
        CheckedInput checked = input;
        if (!isOpen() || checked == null || System.nanoTime() - idleSince > MAX_IDLE) {
            return true;
        }
        checked.withoutWaiting = true;
        try {
            return isDataAvailable(AT_ONCE) || checked.ended;
        } catch (IOException broken) {
            return true;
        } finally {
            checked.withoutWaiting = false;
        }
    }

    /** How httpcore learns that nothing arrived; this is the usual case, so it has no stack trace. */
    private static final class NothingArrivedException extends SocketTimeoutException {

        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** The sockets of a connection, with input that can be checked. */
    private final class Holder extends SocketHolder {

        Holder(Socket socket) {
            super(socket);
        }

        Holder(SSLSocket secured, Socket socket) {
            super(secured, socket);
        }

        @Override
        protected InputStream getInputStream(Socket socket) throws IOException {
            CheckedInput checked =
                    new CheckedInput(socket.getInputStream(), getBaseSocket().getChannel());
            input = checked;
            return checked;
        }
    }

    /** The input of a socket, which can be read without waiting to see whether anything arrived. */
    private static final class CheckedInput extends FilterInputStream {

        private final @Nullable SocketChannel channel;
        private boolean withoutWaiting;
        private boolean ended;

        CheckedInput(InputStream input, @Nullable SocketChannel channel) {
            super(input);
            this.channel = channel;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (!withoutWaiting) {
                return super.read(bytes, offset, length);
            }
            int count = channel == null ? 0 : readAtOnce(channel, ByteBuffer.wrap(bytes, offset, 1));
            if (count == 0) {
                throw new NothingArrivedException();
            }
            ended = count < 0;
            return count;
        }

        private static int readAtOnce(SocketChannel channel, ByteBuffer buffer) throws IOException {
            channel.configureBlocking(false);
            try {
                return channel.read(buffer);
            } finally {
                channel.configureBlocking(true);
            }
        }
    }
}
