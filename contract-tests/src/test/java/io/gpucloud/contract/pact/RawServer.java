package io.gpucloud.contract.pact;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on a plain socket. It keeps the bytes of each request and returns an empty list. */
final class RawServer implements AutoCloseable {

    private static final byte[] ANSWER = """
            HTTP/1.1 404 Not Found\r
            Content-Type: application/json\r
            Content-Length: 31\r
            Connection: close\r
            \r
            {"code":1,"msg":"nothing here"}""".getBytes(ISO_8859_1);

    private static final String END_OF_HEAD = "\r\n\r\n";

    private final ServerSocket socket;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    RawServer() throws IOException {
        socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + socket.getLocalPort() + ClientCall.BASE_PATH);
    }

    /** The heads of all requests, as received. */
    List<String> requests() {
        return requests;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private void serve() {
        try {
            while (true) {
                respondToOne();
            }
        } catch (IOException closed) {
            // Closed by close().
        }
    }

    private void respondToOne() throws IOException {
        try (Socket connection = socket.accept()) {
            requests.add(head(connection.getInputStream()));
            connection.getOutputStream().write(ANSWER);
        }
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            bytes.write(next);
            if (bytes.toString(ISO_8859_1).endsWith(END_OF_HEAD)) {
                break;
            }
        }
        return bytes.toString(ISO_8859_1);
    }
}
