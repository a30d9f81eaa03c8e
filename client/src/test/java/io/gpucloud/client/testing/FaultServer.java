package io.gpucloud.client.testing;

import io.gpucloud.openapi.Finding;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A server on a plain socket. It replies to each request as configured, and records the request. Closing it fails if a
 * request violates the contract.
 */
public final class FaultServer implements AutoCloseable {

    private final String scheme;
    private volatile Function<ReceivedRequest, Reply> behaviour;
    private final ServerSocket socket;
    private final List<ReceivedRequest> received = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean deaf;
    private volatile boolean checked = true;

    /** A server whose replies are set later. */
    public FaultServer() {
        this(request -> Reply.reset());
    }

    /** Responds depending on the request. */
    public FaultServer(Function<ReceivedRequest, Reply> behaviour) {
        this("http", ServerSocketFactory.getDefault(), behaviour);
    }

    private FaultServer(String scheme, ServerSocketFactory sockets, Function<ReceivedRequest, Reply> behaviour) {
        this.scheme = scheme;
        this.behaviour = behaviour;
        try {
            socket = sockets.createServerSocket(0, 256, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        start(this::accept);
    }

    /** Sends the same reply to all requests, over TLS. */
    public static FaultServer secured(SSLContext tls, Reply reply) {
        return new FaultServer("https", tls.getServerSocketFactory(), request -> reply);
    }

    /** Sends one reply after the other, and the last one to all further requests. */
    public static FaultServer replying(Reply... replies) {
        FaultServer server = new FaultServer();
        server.reply(replies);
        return server;
    }

    /** From now on, sends one reply after the other, and the last one to all further requests. */
    public void reply(Reply... replies) {
        Queue<Reply> left = new ArrayDeque<>(Arrays.asList(replies));
        respond(request -> {
            synchronized (left) {
                return left.size() > 1 ? left.remove() : left.element();
            }
        });
    }

    /** From now on, responds depending on the request. */
    public void respond(Function<ReceivedRequest, Reply> behaviour) {
        this.behaviour = behaviour;
    }

    /** Breaks every connection at the first byte of a request. */
    public static FaultServer resetting() {
        FaultServer server = new FaultServer(request -> Reply.reset());
        server.deaf = true;
        return server;
    }

    /** Accepts requests that the contract does not know. */
    public FaultServer withoutContract() {
        checked = false;
        return this;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fault-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** Base address, with the path of the version. */
    public String url() {
        return scheme + "://127.0.0.1:" + socket.getLocalPort() + "/api/open/v2";
    }

    /** The address of its socket, for use as a proxy. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
    }

    /** All requests that were read completely. */
    public List<ReceivedRequest> received() {
        return received;
    }

    /** The number of requests that were read completely. */
    public int requests() {
        return received.size();
    }

    /** The first request. */
    public ReceivedRequest first() {
        return received.get(0);
    }

    /** The number of connections. */
    public int connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                connection.setTcpNoDelay(true);
                connections.incrementAndGet();
                open.add(connection);
                start(() -> serve(connection));
            }
        } catch (IOException closed) {
            // Closed by close().
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            if (deaf) {
                // Not earlier: the client could detect the close before it sends anything, and then send the request
                // again.
                connection.getInputStream().read();
                Reply.reset().writeTo(connection);
                return;
            }
            InputStream in = new BufferedInputStream(connection.getInputStream());
            for (ReceivedRequest request = read(in); request != null && !connection.isClosed(); request = read(in)) {
                received.add(request);
                behaviour.apply(request).writeTo(connection);
            }
        } catch (IOException | InterruptedException gone) {
            // The client has closed the connection, or the test has ended.
        }
    }

    private static @Nullable ReceivedRequest read(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return null;
        }
        String[] start = line.split(" ", 3);
        Map<String, String> headers = new LinkedHashMap<>();
        for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.merge(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip(),
                    (one, other) -> one + ", " + other);
        }
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new ReceivedRequest(start[0], start[1], headers, body);
    }

    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int character = in.read(); character != '\n'; character = in.read()) {
            if (character < 0) {
                return null;
            }
            line.append((char) character);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() {
        try {
            socket.close();
            for (Socket connection : open) {
                connection.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        List<Finding> findings = received.stream()
                .flatMap(request -> request.findings().stream())
                .distinct()
                .toList();
        if (checked && !findings.isEmpty()) {
            throw new AssertionError("what was sent is not as the contract says: " + findings);
        }
    }
}
